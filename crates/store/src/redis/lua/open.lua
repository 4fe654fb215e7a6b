-- Puts a copied match into service, with its index entries.
--
-- KEYS     as in fence.lua, but KEYS[2] is the copy. A match that moves away has another key, so this script never deletes it.
-- ARGV[1] fields   the number of fields of the copy
-- ARGV[2] expiry   in milliseconds, or -1
-- ARGV[3] moves    the number of the match's moves
--
-- Reply: 1 if the match is in service, or was since this move; 0 if fields of the copy are missing; nil if there is another
-- match with this id, which did not move here.
local match, arriving, id = KEYS[1], KEYS[2], string.sub(KEYS[1], -24)
local moves = tonumber(ARGV[3])

-- Another process has put the match into service before. It can have been deleted since, or have moved on.
local present, deleted = redis.call('HMGET', match, 'v', 'm'), redis.call('GET', KEYS[6])
local last = tonumber(string.match(deleted or '', '%d+') or 0)
if present[1] then last = tonumber(present[2] or 0) end
if present[1] or last >= moves then
  redis.call('PEXPIRE', arriving, 0)
  return last >= moves and 1
end
if redis.call('HGET', arriving, 'm') ~= ARGV[3] or redis.call('HLEN', arriving) ~= tonumber(ARGV[1]) then
  redis.call('PEXPIRE', arriving, 0)
  return 0
end

local deadline, lobby, upkeep = unpack(redis.call('HMGET', arriving, 'd', 'l', 'u'))
redis.call('RENAME', arriving, match)
if ARGV[2] == '-1' then
  redis.call('PERSIST', match)
else
  redis.call('PEXPIRE', match, ARGV[2])
end
if deadline then
  redis.call('ZADD', KEYS[3], deadline, id)
  redis.call('HSET', match, 'i', deadline)
  redis.call('PUBLISH', 'tinsel:due', id .. ' ' .. deadline)
end
if lobby then redis.call('ZADD', KEYS[4], 0, id) end
local version, personal = unpack(redis.call('HMGET', match, 'v', 'n'))
if personal then redis.call('ZADD', KEYS[7], string.match(version, '^%d+'), id) end
if upkeep then
  redis.call('ZADD', KEYS[5], upkeep, id)
  redis.call('HDEL', match, 'u')
end
-- It has moved back.
if deleted then redis.call('PEXPIRE', KEYS[6], 0) end
return 1
