-- The end of create.lua and replace.lua, which set match, version, deadline, lobby, expiry, upkeep, outbox and indexed. Updates the
-- shard's indexes and the expiry where they change, and notifies all watchers. A member of an index is the match id,
-- the last 24 characters of the match's key; the match's key is also the name of its channel.
--
-- A turn usually sets a later deadline than before, so the index is updated only for an earlier one than the indexed.
-- An indexed deadline can therefore be too early; repair_index.lua corrects it, once per deadline rather than once per
-- turn. A write that sets the expiry also adds a lost index entry again: writes of operators do that, most turns do not.
-- Replicas are notified on the channel tinsel:due (keys.rs) only when the index gets an earlier deadline: they scan the
-- shard no later than the earliest entry they know.
local placed = indexed and deadline ~= '' and deadline ~= '-' and tonumber(indexed) <= tonumber(deadline)
  and (expiry == '' or redis.call('ZSCORE', KEYS[2], string.sub(match, -24)))
if deadline == '-' then
  redis.call('ZREM', KEYS[2], string.sub(match, -24))
  redis.call('HDEL', match, 'd', 'i')
elseif deadline ~= '' and not placed then
  redis.call('ZADD', KEYS[2], deadline, string.sub(match, -24))
  redis.call('HSET', match, 'i', deadline)
  redis.call('PUBLISH', 'tinsel:due', string.sub(match, -24) .. ' ' .. deadline)
end
if lobby == '-' then
  redis.call('ZREM', KEYS[3], string.sub(match, -24))
  redis.call('HDEL', match, 'l')
elseif lobby == '+' then
  redis.call('ZADD', KEYS[3], 0, string.sub(match, -24))
end
if upkeep == '-' then
  redis.call('ZREM', KEYS[4], string.sub(match, -24))
elseif upkeep ~= '' then
  redis.call('ZADD', KEYS[4], upkeep, string.sub(match, -24))
end
if outbox == '+' then
  redis.call('ZADD', KEYS[#KEYS], string.match(version, '^%d+'), string.sub(match, -24))
end
if expiry == '-' then
  redis.call('PERSIST', match)
elseif expiry ~= '' then
  redis.call('PEXPIRE', match, expiry)
end
redis.call('PUBLISH', match, version)
return 1
