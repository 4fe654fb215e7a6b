-- Takes a match out of service, to move it to another store. From now on, calls about it fail as moved.
--
-- KEYS[1] match    hash, see create.lua
-- KEYS[2] moving   the same hash while the match moves away, with two more fields: m the number of its moves, u its time in the
--                  index of upkeep
-- KEYS[3] due      see create.lua
-- KEYS[4] lobby    see create.lua
-- KEYS[5] upkeep   see replace.lua
-- KEYS[6] deleted  string: the number of the match's moves, if it moved to another store, or 0, if it is expected from there;
--                  see also delete.lua. It stays as long as the match would have, and at least as long as the direction.
-- KEYS[7] outbox   see replace.lua
-- ARGV[1] kept     the time for which the direction is stored, in milliseconds
--
-- Reply: {number of its moves, number of fields, milliseconds until it expires, or -1}, also if an earlier call took the
-- match out of service; nil if there is no such match.
local match, moving, id = KEYS[1], KEYS[2], string.sub(KEYS[1], -24)
if redis.call('HLEN', match) > 0 then
  local moves = 1 + (redis.call('HGET', match, 'm') or 0)
  redis.call('HSET', match, 'm', moves)
  local upkeep = redis.call('ZSCORE', KEYS[5], id)
  if upkeep then redis.call('HSET', match, 'u', upkeep) end
  redis.call('SET', KEYS[6], moves, 'PX', math.max(redis.call('PTTL', match), ARGV[1]))
  redis.call('RENAME', match, moving)
  redis.call('ZREM', KEYS[3], id)
  redis.call('ZREM', KEYS[4], id)
  redis.call('ZREM', KEYS[5], id)
  redis.call('ZREM', KEYS[7], id)
  -- Not a version, so watchers read the match again.
  redis.call('PUBLISH', match, '')
end
local moves = redis.call('HGET', moving, 'm')
if not moves then return false end
return {moves, redis.call('HLEN', moving), redis.call('PTTL', moving)}
