-- Takes an expired match out of its shard's indexes.
--
-- A match's own keys expire, its places in the indexes do not. Whoever reads an index and finds no match behind a
-- member has it taken out here, where the match is looked for once more: it may have come back since.
--
-- KEYS[1] match    hash, see create.lua
-- KEYS[2] due      sorted set
-- KEYS[3] lobby    sorted set
--
-- Reply: how many places were taken out.
local match, id = KEYS[1], string.sub(KEYS[1], -24)
local pruned = 0
if redis.call('EXISTS', match) == 0 then
  pruned = redis.call('ZREM', KEYS[2], id)
end
if redis.call('HEXISTS', match, 'l') == 0 then
  pruned = pruned + redis.call('ZREM', KEYS[3], id)
end
return pruned
