-- Deletes a match that has moved to another store, unless it has come back and moves again.
--
-- KEYS[1] moving   hash, see fence.lua
-- ARGV[1] moves    the number of the match's moves
if redis.call('HGET', KEYS[1], 'm') == ARGV[1] then
  redis.call('PEXPIRE', KEYS[1], 0)
end
return 1
