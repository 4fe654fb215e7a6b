-- Deletes a match with its index entries.
--
-- KEYS[1] match    hash, see create.lua
-- KEYS[2] due      see create.lua
-- KEYS[3] lobby    see create.lua
-- KEYS[4] deleted  string, '' or d and the number of its moves, see fence.lua: marks the match as deleted until it would
--                  have expired, and at least for a day. Without it, servers that know the expiry would report the match
--                  as lost.
-- KEYS[5] upkeep   see replace.lua
-- KEYS[6] arriving hash, see open.lua: the copy of a match that is out of service until it has moved here. A later copy
--                  finds the mark.
-- ARGV[1] expected version, or '' for any
--
-- Reply: 1 if the match was deleted; 0 if it is at another version; nil if there is no such match.
local match, id = KEYS[1], string.sub(KEYS[1], -24)
local left = redis.call('PTTL', match)
if left == -2 then
  match, left = KEYS[6], redis.call('PTTL', KEYS[6])
end
if left == -2 then return false end
if ARGV[1] ~= '' and redis.call('HGET', match, 'v') ~= ARGV[1] then return 0 end
redis.call('ZREM', KEYS[2], id)
redis.call('ZREM', KEYS[3], id)
redis.call('ZREM', KEYS[5], id)
local moves = redis.call('HGET', match, 'm')
redis.call('SET', KEYS[4], moves and 'd' .. moves or '', 'PX', math.max(left, 86400000))
-- Expires at once: the ACL user of the store does not need DEL.
redis.call('PEXPIRE', match, 0)
-- Not a version, so watchers read the match again.
redis.call('PUBLISH', KEYS[1], '')
return 1
