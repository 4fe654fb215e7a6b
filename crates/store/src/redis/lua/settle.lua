-- Brings the places of a match in its shard's indexes in line with the match.
--
-- A deadline that moves back leaves its place in the index early, and a match that expires leaves all its places
-- behind. Whoever reads an index and finds a place that is not in line has it settled here, where the match is looked at
-- once more: it may have moved since.
--
-- KEYS[1] match    hash, see create.lua
-- KEYS[2] due      sorted set
-- KEYS[3] lobby    sorted set
--
-- Reply: 1.
local match, id = KEYS[1], string.sub(KEYS[1], -24)
local found = redis.call('HMGET', match, 'd', 'l')
if found[1] then
  redis.call('ZADD', KEYS[2], found[1], id)
  redis.call('HSET', match, 'i', found[1])
else
  redis.call('ZREM', KEYS[2], id)
end
if not found[2] then
  redis.call('ZREM', KEYS[3], id)
end
return 1
