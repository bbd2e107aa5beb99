//! How what is sent can be compressed.

use std::io::Write as _;

use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;

/// A compression that browsers understand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Brotli.
    Brotli,
    /// Gzip.
    Gzip,
}

impl Encoding {
    /// What it is called in headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The one that compresses best among those that an `Accept-Encoding` header names.
    pub fn best(accepted: &str) -> Option<Self> {
        let accepts = |encoding: &Self| {
            accepted.split(',').any(|item| {
                let (name, parameters) = item.split_once(';').unwrap_or((item, ""));
                let refused = parameters.trim().strip_prefix("q=").is_some_and(|weight| weight.parse() == Ok(0.0));
                name.trim() == encoding.name() && !refused
            })
        };
        [Self::Brotli, Self::Gzip].into_iter().find(accepts)
    }

    /// Compresses, as well as is possible within a second.
    ///
    /// # Panics
    /// Never: memory takes all that is written.
    pub fn compress(self, contents: &[u8]) -> Vec<u8> {
        const IN_MEMORY: &str = "memory takes all that is written";
        match self {
            Self::Brotli => {
                let parameters = BrotliEncoderParams { quality: 9, ..BrotliEncoderParams::default() };
                let mut compressed = Vec::new();
                brotli::BrotliCompress(&mut &*contents, &mut compressed, &parameters).expect(IN_MEMORY);
                compressed
            }
            Self::Gzip => {
                let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
                encoder.write_all(contents).expect(IN_MEMORY);
                encoder.finish().expect(IN_MEMORY)
            }
        }
    }
}
