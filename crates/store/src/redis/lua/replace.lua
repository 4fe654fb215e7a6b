-- Writes one step of a match, if it is still at the expected version.
--
-- KEYS[1] match    hash, see create.lua
-- KEYS[2] due      see create.lua; there only if ARGV[3] or ARGV[4] is not ''
-- KEYS[3] lobby    see create.lua; there only if ARGV[4] is not ''
-- ARGV[1] expected version, as <revision>:<nonce>
-- ARGV[2] version  of the match afterwards
-- ARGV[3] deadline '' keep, '-' clear, or Unix milliseconds (then it is among the fields as well)
-- ARGV[4] lobby    '' keep, '-' clear, '+' set (the entry is among the fields)
-- ARGV[5] expiry   '' keep, '-' clear, or milliseconds from now
-- ARGV[6] head     '' while all answers and log entries are kept, else the revision of the match afterwards
-- ARGV[7..]        fields to set: name, value, name, value, ...; if the write answers a request, q<id> and its answer
--                  come first, otherwise r and the record do
--
-- Reply: 1 if it was written, now or before by this very write; the stored answer (a string) if the request was
-- answered before; {version, record} if the match is at another version; nil if there is no such match.
--
-- ANSWERS_MAX and LOG_ENTRIES_MAX are put in front of this text, the former not above the latter; indexes.lua is
-- appended and goes on from here.
local match, expected, version = KEYS[1], ARGV[1], ARGV[2]
local deadline, lobby, expiry, head, request = ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7]

local stored, indexed
if request == 'r' then
  if deadline == '' then
    stored = redis.call('HGET', match, 'v')
  else
    local found = redis.call('HMGET', match, 'v', 'i')
    stored, indexed = found[1], found[2]
  end
else
  local found = redis.call('HMGET', match, 'v', 'i', request)
  if found[3] then return found[3] end
  stored, indexed = found[1], found[2]
end
if stored ~= expected then
  if not stored then return false end
  if stored == version then return 1 end
  return {stored, redis.call('HGET', match, 'r')}
end

-- One call writes the match; only a step of hundreds of entries needs more, for Lua cannot unpack them at once.
redis.call('HSET', match, 'v', version, unpack(ARGV, 7, math.min(#ARGV, 1006)))
for from = 1007, #ARGV, 1000 do
  redis.call('HSET', match, unpack(ARGV, from, math.min(from + 999, #ARGV)))
end

if head ~= '' then
  local before = tonumber(string.match(expected, '^%d+'))
  for revision = math.max(before - ANSWERS_MAX, 0) + 1, head - ANSWERS_MAX do
    local entry = redis.call('HGET', match, 'e' .. revision)
    local length = entry and string.byte(entry) or 0
    if length > 0 then
      redis.call('HDEL', match, 'q' .. string.sub(entry, 2, length + 1))
    end
  end
  local oldest = head - LOG_ENTRIES_MAX + 1
  if oldest > 1 then
    for revision = tonumber(redis.call('HGET', match, 'o') or 1), oldest - 1 do
      redis.call('HDEL', match, 'e' .. revision)
    end
    redis.call('HSET', match, 'o', oldest)
  end
end
