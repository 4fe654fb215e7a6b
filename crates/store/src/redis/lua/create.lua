-- Begins a match, unless it is there.
--
-- KEYS[1] match    hash: v version, r record, d deadline, i the deadline it is indexed by, l lobby entry,
--                  e<revision> log entry (the length of a request id in one byte, the id of the request answered at this
--                  revision, the entry), q<id> the answer of a request, o oldest log entry (absent: 1)
-- KEYS[2] due      sorted set: match id by a time in Unix milliseconds at which its deadline is to be looked at, at the
--                  latest; see indexes.lua
-- KEYS[3] lobby    sorted set: match id, all with score 0 and so in order of ids
-- ARGV[1] version  of the match from now on, as <revision>:<nonce>
-- ARGV[2] deadline '' keep, '-' clear, or Unix milliseconds (then it is among the fields as well)
-- ARGV[3] lobby    '' keep, '-' clear, '+' set (the entry is among the fields)
-- ARGV[4] expiry   '' keep, '-' clear, or milliseconds from now
-- ARGV[5..]        fields to set: name, value, name, value, ...
--
-- Reply: 1 if the match begins here, or began here by this very write; else {version, record} of the one that is there.
--
-- indexes.lua is appended and goes on from here.
local match, version, deadline, lobby, expiry = KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4]

local stored = redis.call('HMGET', match, 'v', 'r')
if stored[1] then
  if stored[1] == version then return 1 end
  return stored
end

local indexed = false
redis.call('HSET', match, 'v', version, ARGV[5], ARGV[6])
for from = 7, #ARGV, 1000 do
  redis.call('HSET', match, unpack(ARGV, from, math.min(from + 999, #ARGV)))
end
