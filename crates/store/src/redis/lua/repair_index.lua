-- Repairs the entries of a match in its shard's indexes, to agree with the match.
--
-- A postponed deadline stays in the index at its earlier time, and the entries of an expired match stay as well. A read
-- of an index that finds an outdated entry calls this script. It reads the match again, because it may have changed.
--
-- KEYS[1] match    hash, see create.lua
-- KEYS[2] due      sorted set
-- KEYS[3] lobby    sorted set: the index that contains the entry, or that of the common lobby
--
-- Reply: 1 if the match exists; 0 if it does not and this call removed its deadline; 2 if it does not otherwise; 3 if its
-- deadline is damaged, and this call removed its entry: otherwise no match of the shard would be found as due.
local match, id = KEYS[1], string.sub(KEYS[1], -24)
local found = redis.call('HMGET', match, 'd', 'l', 'v')
local reply = 1
if found[1] and not string.match(found[1], '^%d+$') then
  redis.call('ZREM', KEYS[2], id)
  reply = 3
elseif found[1] then
  redis.call('ZADD', KEYS[2], found[1], id)
  redis.call('HSET', match, 'i', found[1])
else
  local removed = redis.call('ZREM', KEYS[2], id)
  if not found[3] then reply = removed == 1 and 0 or 2 end
end
if not found[2] then
  redis.call('ZREM', KEYS[3], id)
end
return reply
