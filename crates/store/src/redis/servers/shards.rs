//! The mapping of shards to nodes of a Cluster.

use ::redis::Value;

use super::host_port::HostPort;
use crate::Shard;

/// The number of slots of a Cluster.
const SLOTS: u16 = 16384;

/// The slot of all keys of a shard: the shard's name is their hash tag, which alone determines the slot.
pub(crate) fn slot(shard: Shard) -> u16 {
    crc16(shard.to_string().as_bytes()) % SLOTS
}

/// CRC-16/XMODEM, as Redis uses it.
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(crc ^ (u16::from(*byte) << 8), |crc, _| {
            let carried = if crc & 0x8000 == 0 { 0 } else { 0x1021 };
            (crc << 1) ^ carried
        })
    })
}

/// Consecutive slots, and their master.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) first: u16,
    pub(crate) last: u16,
    pub(crate) master: HostPort,
}

/// The reply to `CLUSTER SLOTS`. An empty host stands for the node that was asked.
pub(crate) fn ranges(reply: Value, asked: &HostPort) -> Option<Vec<Range>> {
    let Value::Array(ranges) = reply else { return None };
    ranges.into_iter().map(|of| range(of, asked)).collect()
}

fn range(reply: Value, asked: &HostPort) -> Option<Range> {
    let Value::Array(parts) = reply else { return None };
    let mut parts = parts.into_iter();
    let (Value::Int(first), Value::Int(last), Value::Array(master)) = (parts.next()?, parts.next()?, parts.next()?)
    else {
        return None;
    };
    let mut master = master.into_iter();
    let host = master.next()?;
    let host = if let Value::BulkString(host) = host {
        String::from_utf8(host).ok()?
    } else {
        String::new()
    };
    let Value::Int(port) = master.next()? else { return None };
    Some(Range {
        first: u16::try_from(first).ok()?,
        last: u16::try_from(last).ok()?,
        master: HostPort {
            host: if host.is_empty() || host == "?" {
                asked.host.clone()
            } else {
                host
            },
            port: u16::try_from(port).ok()?,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_those_that_redis_computes() {
        assert_eq!(crc16(b"123456789"), 0x31c3);
        // From `CLUSTER KEYSLOT {s000}` and so on.
        for (shard, expected) in KEYSLOTS {
            assert_eq!(slot(Shard::new(shard).unwrap()), expected, "shard {shard}");
        }
    }

    const KEYSLOTS: [(u16, u16); 4] = [(0, 12234), (17, 11292), (255, 12026), (999, 6890)];
}
