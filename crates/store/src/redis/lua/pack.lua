-- Replaces the record, the log and the answers of a match by one value, if it is still at the expected version.
--
-- KEYS[1] match    hash, see create.lua
-- KEYS[2] upkeep   see replace.lua
-- ARGV[1] expected version, which stays
-- ARGV[2] packed   the new value
-- ARGV[3] oldest   the first revision that the value does not contain
-- ARGV[4] upkeep   '' keep, '-' clear, or Unix milliseconds
-- ARGV[5] expiry   '' keep, '-' clear, or milliseconds from now
--
-- Reply: 1 if the match is packed, now or before; 0 if it is at another version; nil if there is no such match.
local match, id, upkeep, expiry = KEYS[1], string.sub(KEYS[1], -24), ARGV[4], ARGV[5]
local found = redis.call('HMGET', match, 'v', 'r', 'm', 'n')
if not found[1] then return false end
if found[1] ~= ARGV[1] then return 0 end

-- Without a record it is packed already, and only its times change.
if found[2] then
  local left = redis.call('PTTL', match)
  -- Expires at once: the ACL user of the store does not need DEL.
  redis.call('PEXPIRE', match, 0)
  redis.call('HSET', match, 'v', ARGV[1], 'p', ARGV[2], 'o', ARGV[3])
  -- The number of its moves, see fence.lua.
  if found[3] then redis.call('HSET', match, 'm', found[3]) end
  if found[4] then redis.call('HSET', match, 'n', found[4]) end
  if expiry == '' and left > 0 then expiry = left end
end
if expiry == '-' then
  redis.call('PERSIST', match)
elseif expiry ~= '' then
  redis.call('PEXPIRE', match, expiry)
end
if upkeep == '-' then
  redis.call('ZREM', KEYS[2], id)
elseif upkeep ~= '' then
  redis.call('ZADD', KEYS[2], upkeep, id)
end
return 1
