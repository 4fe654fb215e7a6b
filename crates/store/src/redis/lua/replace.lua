-- Writes one step of a match, if it is still at the expected version.
--
-- KEYS[1] match    hash, see create.lua
-- KEYS[2] due      see create.lua; given only if deadline or lobby is not ''
-- KEYS[3] lobby    see create.lua; given only if lobby is not ''
-- KEYS[4] upkeep   sorted set: match id by the time in Unix milliseconds at which the match needs upkeep; given only if
--                  upkeep is not ''
-- KEYS[5] outbox   sorted set: match id by the revision of the newest write of the match that added it; given only if outbox
--                  is not ''
-- ARGV[1] expected version, as <revision>:<nonce>
-- ARGV[2] version  the new version of the match
-- ARGV[3] changes  '' if all five words are '', as in an untimed match; else the words, separated by spaces:
--         deadline '' keep, '-' clear, or Unix milliseconds (the fields then contain it as well)
--         lobby    '' keep, '-' clear, '+' set (the fields contain the entry)
--         expiry   '' keep, '-' clear, or milliseconds from now
--         upkeep   '' keep, '-' clear, or Unix milliseconds
--         outbox   '' keep, or '+' add
-- ARGV[4..]        fields to set: name, value, name, value, ...; if the write answers a request, q<id> and its answer
--                  come first, otherwise r and the record do
--
-- Reply: 1 if this write was applied, now or before; the stored answer (a string) if another write answered the
-- request; {version, record, packed, personal} if the match is at another version; nil if there is no such match. The
-- reply to a repeated write precedes every write, so that a full store cannot refuse it.
--
-- indexes.lua is appended to this script.
local match, expected, version, changes, request = KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local deadline, lobby, expiry, upkeep, outbox = '', '', '', '', ''
if changes ~= '' then
  deadline, lobby, expiry, upkeep, outbox = string.match(changes, '^(%S*) (%S*) (%S*) (%S*) (%S*)$')
end

local stored, indexed
if request == 'r' then
  stored, indexed = unpack(redis.call('HMGET', match, 'v', 'i'))
else
  local found
  if deadline == '' then
    found = redis.call('HMGET', match, 'v', request)
  else
    found = redis.call('HMGET', match, 'v', request, 'i')
  end
  if found[2] and found[1] ~= version then return found[2] end
  stored, indexed = found[1], found[3]
end
if stored == version then return 1 end
if stored ~= expected then
  if not stored then return false end
  return redis.call('HMGET', match, 'v', 'r', 'p', 'n')
end

-- One call writes the match. Only a step of hundreds of entries needs more, because Lua cannot unpack them at once.
redis.call('HSET', match, 'v', version, unpack(ARGV, 4, math.min(#ARGV, 1003)))
for from = 1004, #ARGV, 1000 do
  redis.call('HSET', match, unpack(ARGV, from, math.min(from + 999, #ARGV)))
end
