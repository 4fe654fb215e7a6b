-- Takes a shard for a while, if it is nobody else's.
--
-- KEYS[1] lease    string: the holder; expires
-- ARGV[1] holder   who asks
-- ARGV[2] kept     for how many milliseconds
--
-- Reply: 1 if it is the holder's now, 0 if it is somebody else's.
local held = redis.call('GET', KEYS[1])
if held and held ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
