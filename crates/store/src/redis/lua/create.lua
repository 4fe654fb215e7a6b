-- Creates a match, unless it exists.
--
-- KEYS[1] match    hash: v version, r record, d deadline, i its deadline in the index, l lobby entry,
--                  e<revision> log entry (the length of a request id in one byte, the id of the request answered at this
--                  revision, the entry), q<id> the answer to a request, o oldest log entry (absent: 1), t first revision
--                  whose answer is not trimmed (absent: see trimming.rs), p the packed match, see pack.lua: then o is the first entry
--                  after those in p, and r is absent until the next write; n personal data, never packed; k id of its lobby
--                  (absent: the common one; it never changes, and a packed match has none)
-- KEYS[2] due      sorted set: match id by a time in Unix milliseconds, at or before its deadline; see indexes.lua
-- KEYS[3] lobby    sorted set: match id, all with score 0 and so sorted by id; one for each lobby
-- KEYS[4] deleted  string, see delete.lua and fence.lua
-- KEYS[5] moves    string, see keys.rs
-- KEYS[6] mark     string, see marks.rs; only if a match needs a marked shard
-- KEYS[.] outbox   see replace.lua; the last one, given only if outbox is not ''
-- ARGV[1] version  the new version of the match, as <revision>:<nonce>
-- ARGV[2] changes  as in replace.lua
-- ARGV[3..]        fields to set: name, value, name, value, ...
--
-- Reply: 1 if this write, or the same write before, created the match; else {version, record, packed, personal} of the
-- existing one; nil if it belongs into another store, or may arrive from there; 0 if the shard has no mark.
--
-- indexes.lua is appended to this script.
local match, version, changes = KEYS[1], ARGV[1], ARGV[2]
local deadline, lobby, expiry, upkeep, outbox = '', '', '', '', ''
if changes ~= '' then
  deadline, lobby, expiry, outbox = string.match(changes, '^(%S*) (%S*) (%S*) %S* (%S*)$')
end
local last = outbox == '' and #KEYS or #KEYS - 1

local stored = redis.call('HMGET', match, 'v', 'r', 'p', 'n')
if stored[1] then
  if stored[1] == version then return 1 end
  return stored
end
local deleted, moves, mark = unpack(redis.call('MGET', unpack(KEYS, 4, last)))
-- After a move, no match is expected any more.
local elsewhere = moves and '^%d' or '^[1-9]'
if moves and moves ~= 'expected' or string.match(deleted or '', elsewhere) then return false end
if last == 6 and not mark then return 0 end

local indexed = false
redis.call('HSET', match, 'v', version, ARGV[3], ARGV[4])
for from = 5, #ARGV, 1000 do
  redis.call('HSET', match, unpack(ARGV, from, math.min(from + 999, #ARGV)))
end
