-- Removes old answers and log entries of a match.
--
-- Checks that the match has reached a revision, because a failover can lose writes, and that its bounds are unchanged,
-- because other servers can trim or pack it.
--
-- KEYS[1] match    hash, see create.lua
-- ARGV[1] at       the revision that the match must have reached
-- ARGV[2] o        as it was read, '' if absent
-- ARGV[3] t        as it was read, '' if absent
-- ARGV[4], ARGV[5] the new values of o and t
-- ARGV[6..]        names of the fields to remove
--
-- Reply: 1 if they are removed; 0 if o or t has changed; nil if there is no such match, or it has not reached the
-- revision.
local match = KEYS[1]
local version, oldest, answered = unpack(redis.call('HMGET', match, 'v', 'o', 't'))
if not version or tonumber(string.match(version, '^%d+')) < tonumber(ARGV[1]) then return false end
if (oldest or '') ~= ARGV[2] or (answered or '') ~= ARGV[3] then return 0 end
-- HDEL comes first, because a full store refuses a script that begins with HSET.
for from = 6, #ARGV, 1000 do
  redis.call('HDEL', match, unpack(ARGV, from, math.min(from + 999, #ARGV)))
end
redis.call('HSET', match, 'o', ARGV[4], 't', ARGV[5])
return 1
