-- Adds fields to the copy of a match that moves here.
--
-- KEYS[1] arriving  hash, see open.lua
-- ARGV[1] moves     the number of the match's moves, from the reply of fence.lua
-- ARGV[2] kept      the time for which an incomplete copy is stored, in milliseconds
-- ARGV[3..]         fields to set: name, value, name, value, ...
--
-- A delayed call can contain fields from an earlier move. They must not become part of the copy of a later one: that one
-- replaces those that both have, and open.lua counts.
local arriving, moves = KEYS[1], tonumber(ARGV[1])
if tonumber(redis.call('HGET', arriving, 'm') or 0) > moves then return 0 end
redis.call('HSET', arriving, unpack(ARGV, 3))
redis.call('HSET', arriving, 'm', moves)
redis.call('PEXPIRE', arriving, ARGV[2])
return 1
