-- The match that a seeker of a pool is to try.
--
-- KEYS[1] filled   string: the match that is being filled; expires
-- KEYS[2] given    string: the match that the seeker was given; expires
-- ARGV[1] full     the match that was tried in vain, or empty
-- ARGV[2] fresh    the match that is filled next, if one is needed, or empty
-- ARGV[3] kept     for how many milliseconds both are remembered
--
-- Reply: the id of a match, or nil.
local given = redis.call('GET', KEYS[2])
if given and given ~= ARGV[1] then return given end
local filled = redis.call('GET', KEYS[1])
if not filled or filled == ARGV[1] then
  if ARGV[2] == '' then
    -- Gone at once: DEL is none of the commands that a user of the store needs.
    redis.call('PEXPIRE', KEYS[2], 0)
    return false
  end
  filled = ARGV[2]
  redis.call('SET', KEYS[1], filled, 'PX', ARGV[3])
end
redis.call('SET', KEYS[2], filled, 'PX', ARGV[3])
return filled
