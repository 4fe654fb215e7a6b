-- Reads a section of a match's log.
--
-- KEYS[1] match    hash, see create.lua
-- ARGV[1] after    the revision before the first requested entry
-- ARGV[2] limit    the maximum of entries
--
-- Reply: {version, oldest retained revision, revision of the first entry, packed, entry, entry, ...}; nil if there is no such
-- match. If it is packed, the other values are about the entries after it; otherwise packed is nil.
local match, after, limit = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])

local found = redis.call('HMGET', match, 'v', 'o', 'p')
if not found[1] then return false end
local head, oldest = tonumber(string.match(found[1], '^%d+') or 0), tonumber(found[2] or 1)
local first = math.max(after + 1, oldest)
local last = math.min(first + limit - 1, head)

local reply = {found[1], oldest, first, found[3]}
for from = first, last, 1000 do
  local names = {}
  for revision = from, math.min(from + 999, last) do
    names[#names + 1] = 'e' .. revision
  end
  for _, entry in ipairs(redis.call('HMGET', match, unpack(names))) do
    reply[#reply + 1] = entry
  end
end
return reply
