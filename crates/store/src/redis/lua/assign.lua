-- Assigns a seeker to a match of a pool.
--
-- KEYS[1] filled   string: the match that is being filled; expires
-- KEYS[2] given    string: the match that the seeker was assigned to; expires
-- KEYS[3] moves    string, see keys.rs
-- ARGV[1] full     the match that was tried without success, or empty
-- ARGV[2] fresh    the match to fill next, if one is needed, or empty
-- ARGV[3] kept     the time for which both are stored, in milliseconds
--
-- Reply: the id of a match, or nil; 0 if matches move to another store, or assignments move here.
local moves = redis.call('GET', KEYS[3])
if moves and moves ~= 'expected' then return 0 end
local given = redis.call('GET', KEYS[2])
if given and given ~= ARGV[1] then return given end
local filled = redis.call('GET', KEYS[1])
if not filled or filled == ARGV[1] then
  if ARGV[2] == '' then
    -- Expires at once: the ACL user of the store does not need DEL.
    redis.call('PEXPIRE', KEYS[2], 0)
    return false
  end
  filled = ARGV[2]
end
-- Each seeker extends the time for which the match is filled, as its seat extends that of the lobby.
redis.call('SET', KEYS[1], filled, 'PX', ARGV[3])
redis.call('SET', KEYS[2], filled, 'PX', ARGV[3])
return filled
