-- Sets the time of a match in the index of a player.
--
-- KEYS[1] index    sorted set: match id by the time of its last change in Unix milliseconds
-- ARGV[1] id
-- ARGV[2] time
-- ARGV[3] kept     the time until the index expires, in milliseconds
-- ARGV[4] most     the maximum of matches: the oldest are removed
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
local surplus = redis.call('ZCARD', KEYS[1]) - ARGV[4]
if surplus > 0 then
  redis.call('ZREM', KEYS[1], unpack(redis.call('ZRANGE', KEYS[1], 0, surplus - 1)))
end
return redis.call('PEXPIRE', KEYS[1], ARGV[3])
