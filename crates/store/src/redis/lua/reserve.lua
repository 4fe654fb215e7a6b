-- Takes a slot in a pool for a match, if one is free.
--
-- KEYS[1] pool     sorted set: match id by the time in Unix milliseconds at which its slot expires; expires with the
--                  last of them
-- ARGV[1] id       of the match
-- ARGV[2] kept     the minimum time for which the slot is held, in milliseconds
-- ARGV[3] limit    the maximum of slots
-- ARGV[4] named    the maximum of members in the reply for a full pool
--
-- Reply: 1 if the match has a slot; else some members, which differ from call to call.
local pool, id, limit = KEYS[1], ARGV[1], tonumber(ARGV[3])

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('ZREMRANGEBYSCORE', pool, '-inf', now)

local kept = redis.call('ZSCORE', pool, id)
local taken = redis.call('ZCARD', pool)
if not kept and taken >= limit then
  -- From an offset that the time of day determines, and cyclically from the first.
  local named, from = tonumber(ARGV[4]), 0
  if taken > named then from = tonumber(time[2]) % taken end
  local members = redis.call('ZRANGE', pool, from, from + named - 1)
  if #members < named and #members < taken then
    for _, member in ipairs(redis.call('ZRANGE', pool, 0, math.min(named, taken) - #members - 1)) do
      members[#members + 1] = member
    end
  end
  return members
end

local last = now + tonumber(ARGV[2])
if not kept or tonumber(kept) < last then
  redis.call('ZADD', pool, string.format('%.0f', last), id)
end
local latest = redis.call('ZRANGE', pool, -1, -1, 'WITHSCORES')
redis.call('PEXPIREAT', pool, string.format('%.0f', tonumber(latest[2])))
return 1
