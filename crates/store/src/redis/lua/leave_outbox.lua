-- Removes a match from the outbox, unless a later write has added it again.
--
-- KEYS[1] outbox   see replace.lua
-- ARGV[1] id
-- ARGV[2] revision of the match that was followed
--
-- Reply: the number of removed entries.
local added = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not added or tonumber(added) > tonumber(ARGV[2]) then return 0 end
return redis.call('ZREM', KEYS[1], ARGV[1])
