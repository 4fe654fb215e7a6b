-- Removes old answers and log entries of a match, unless a failover has lost the write after which they are trimmed, or
-- other trimming or packing came between, which changes o or t.
--
-- KEYS[1] match    hash, see create.lua
-- ARGV[1] at       the revision that the match must have reached
-- ARGV[2] oldest   o and t of the match as they were read, '' if absent
-- ARGV[3] answered
-- ARGV[4], ARGV[5] their new values
-- ARGV[6..]        names of the fields to remove
--
-- Reply: 1 if they are removed; 0 if o or t has changed; nil if the match has not reached the revision.
local match = KEYS[1]
local version, oldest, answered = unpack(redis.call('HMGET', match, 'v', 'o', 't'))
if not version or tonumber(string.match(version, '^%d+')) < tonumber(ARGV[1]) then return false end
if (oldest or '') ~= ARGV[2] or (answered or '') ~= ARGV[3] then return 0 end
redis.call('HSET', match, 'o', ARGV[4], 't', ARGV[5])
for from = 6, #ARGV, 1000 do
  redis.call('HDEL', match, unpack(ARGV, from, math.min(from + 999, #ARGV)))
end
return 1
