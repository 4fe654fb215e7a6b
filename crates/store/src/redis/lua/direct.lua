-- Sets the direction in which matches of a shard move.
--
-- KEYS[1] moves      string, see keys.rs
-- ARGV[1] direction  away, here or expected
-- ARGV[2] kept       the time for which the direction is stored, in milliseconds
--
-- Reply: 1; 0 if the direction is not set to away, because matches move here.
local moves, direction = redis.call('GET', KEYS[1]), ARGV[1]
if direction == 'away' and moves and moves ~= 'away' then return 0 end
-- An earlier call has set the marks of all matches, and the source has created no others.
if direction == 'here' and moves == 'expected' then direction = moves end
redis.call('SET', KEYS[1], direction, 'PX', ARGV[2])
return 1
