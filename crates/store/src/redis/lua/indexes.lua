-- The end of create.lua and replace.lua, which set match, version, deadline, lobby and expiry: brings the shard's
-- indexes and the expiry up to date where they change, and tells whoever watches. A member of an index is the match id,
-- the last 24 characters of the match's key; the match's key is also the name of its channel.
if deadline == '-' then
  redis.call('ZREM', KEYS[2], string.sub(match, -24))
elseif deadline ~= '' then
  redis.call('ZADD', KEYS[2], deadline, string.sub(match, -24))
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
