-- The end of create.lua and replace.lua, which set match, version, deadline, lobby, expiry and indexed: brings the
-- shard's indexes and the expiry up to date where they change, and tells whoever watches. A member of an index is the
-- match id, the last 24 characters of the match's key; the match's key is also the name of its channel.
--
-- A turn sets a deadline behind the one before, so the index is touched only for one that is earlier than the indexed:
-- the match comes up too early then, and settle.lua moves it back, once per deadline rather than once per turn. A place
-- that the index has lost is taken again by a write that sets the expiry, too, as those of operators do and turns do not.
local placed = indexed and deadline ~= '' and deadline ~= '-' and tonumber(indexed) <= tonumber(deadline)
  and (expiry == '' or redis.call('ZSCORE', KEYS[2], string.sub(match, -24)))
if deadline == '-' then
  redis.call('ZREM', KEYS[2], string.sub(match, -24))
  redis.call('HDEL', match, 'd', 'i')
elseif deadline ~= '' and not placed then
  redis.call('ZADD', KEYS[2], deadline, string.sub(match, -24))
  redis.call('HSET', match, 'i', deadline)
end
if lobby == '-' then
  redis.call('ZREM', KEYS[3], string.sub(match, -24))
  redis.call('HDEL', match, 'l')
elseif lobby == '+' then
  redis.call('ZADD', KEYS[3], 0, string.sub(match, -24))
end
if expiry == '-' then
  redis.call('PERSIST', match)
elseif expiry ~= '' then
  redis.call('PEXPIRE', match, expiry)
end
redis.call('PUBLISH', match, version)
return 1
