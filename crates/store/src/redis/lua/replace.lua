-- Writes one step of a match, if it is still at the expected version.
--
-- KEYS[1] match    hash, see create.lua
-- KEYS[2] due, KEYS[3] lobby: see create.lua; there only if ARGV[3] or ARGV[4] is not ''
-- ARGV[1] expected version, as <revision>:<nonce>
-- ARGV[2] version  of the match afterwards
-- ARGV[3] deadline '' keep, '-' clear, or Unix milliseconds
-- ARGV[4] lobby    '' keep, '-' clear, '+' set (the entry is among the fields)
-- ARGV[5] expiry   '' keep, '-' clear, or milliseconds from now
-- ARGV[6] oldest   '' if the whole log is kept, or the oldest revision to keep of it
-- ARGV[7..]        fields to set: name, value, name, value, ...; if the write answers a request, q<id> and its answer
--                  come first, otherwise r and the record do
--
-- Reply: 1 if it was written, now or before by this very write; the stored answer (a string) if the request was
-- answered before; {version, record} if the match is at another version; nil if there is no such match.
--
-- ANSWERS_MAX is put in front of this text; indexes.lua is appended and goes on from here.
local match, expected, version = KEYS[1], ARGV[1], ARGV[2]
local deadline, lobby, expiry, oldest, request = ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7]

local stored, answers
if request == 'r' then
  stored = redis.call('HGET', match, 'v')
else
  local found = redis.call('HMGET', match, 'v', 'c', request)
  if found[3] then return found[3] end
  stored, answers = found[1], (found[2] or 0) + 1
end
if stored ~= expected then
  if not stored then return false end
  if stored == version then return 1 end
  return {stored, redis.call('HGET', match, 'r')}
end

-- One call writes the match; only a step of hundreds of entries needs more, for Lua cannot unpack them at once.
local last = math.min(#ARGV, 1006)
if answers then
  redis.call('HSET', match, 'v', version, 'c', answers, 'a' .. answers, request, unpack(ARGV, 7, last))
else
  redis.call('HSET', match, 'v', version, unpack(ARGV, 7, last))
end
for from = 1007, #ARGV, 1000 do
  redis.call('HSET', match, unpack(ARGV, from, math.min(from + 999, #ARGV)))
end

if answers and answers > ANSWERS_MAX then
  local forgotten = 'a' .. (answers - ANSWERS_MAX)
  redis.call('HDEL', match, forgotten, redis.call('HGET', match, forgotten) or forgotten)
end
if oldest ~= '' then
  for revision = tonumber(redis.call('HGET', match, 'o') or 1), oldest - 1 do
    redis.call('HDEL', match, 'e' .. revision)
  end
  redis.call('HSET', match, 'o', oldest)
end
