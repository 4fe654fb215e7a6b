//! The envelope around a record.

use bytes::Bytes;

use crate::StoreError;

/// A record with its schema number.
///
/// The first bytes are the magic `TNSL` and the schema as a big-endian 32-bit integer; the rest is the record in its
/// own self-describing encoding. A record with a newer schema than the known one is never read and so never
/// overwritten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// The schema of the record.
    pub schema: u32,
    /// The record.
    pub body: Bytes,
}

const MAGIC: &[u8; 4] = b"TNSL";

impl Envelope {
    /// The bytes to store.
    #[must_use]
    pub fn seal(&self) -> Bytes {
        let mut bytes = Self::begin(self.schema, self.body.len());
        bytes.extend_from_slice(&self.body);
        bytes.into()
    }

    /// The header of an envelope, to which the caller appends the record. `room` is the expected size of the record.
    #[must_use]
    pub fn begin(schema: u32, room: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(MAGIC.len() + size_of::<u32>() + room);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&schema.to_be_bytes());
        bytes
    }

    /// Parses an envelope.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] if it is no envelope, [`StoreError::FromTheFuture`] if its schema is above `known`.
    pub fn open(bytes: &Bytes, known: u32) -> Result<Self, StoreError> {
        let corrupt = || StoreError::Corrupt("a record without an envelope".to_owned());
        let (magic, rest) = bytes.split_at_checked(MAGIC.len()).ok_or_else(corrupt)?;
        let (schema, body) = rest
            .split_first_chunk::<4>()
            .filter(|_| magic == MAGIC)
            .ok_or_else(corrupt)?;
        let schema = u32::from_be_bytes(*schema);
        if schema > known {
            return Err(StoreError::FromTheFuture {
                what: "schema",
                stored: schema,
                known,
            });
        }
        Ok(Self {
            schema,
            body: bytes.slice_ref(body),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_envelope_opens_unless_its_schema_is_newer() {
        let envelope = Envelope {
            schema: 3,
            body: Bytes::from_static(b"match"),
        };
        let sealed = envelope.seal();
        assert_eq!(Envelope::open(&sealed, 3).unwrap(), envelope);
        assert!(matches!(
            Envelope::open(&sealed, 2),
            Err(StoreError::FromTheFuture {
                stored: 3,
                known: 2,
                ..
            })
        ));
        assert!(matches!(
            Envelope::open(&sealed.slice(1..), 3),
            Err(StoreError::Corrupt(_))
        ));
    }
}
