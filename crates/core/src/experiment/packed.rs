//! Files as they are shipped: compressed as gzip or zstd, which their first bytes tell, whatever they are called.

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;
use std::io::{self, ErrorKind, Read};

/// The first bytes of compressed files that are not read, and what they are.
const OTHERS: [(&[u8], &str); 5] = [
    (b"LZ4Block", "lz4, as Spark compresses it"),
    (&[0x04, 0x22, 0x4d, 0x18], "lz4"),
    (b"BZh", "bzip2"),
    (&[0xfd, b'7', b'z', b'X', b'Z', 0], "xz"),
    (b"PK\x03\x04", "a zip archive"),
];

/// What a file holds, unpacked if it is compressed; at most so many bytes.
///
/// # Errors
/// If it is damaged, larger than that, or compressed in another way.
pub fn unpacked(bytes: Vec<u8>, most: u64) -> io::Result<Vec<u8>> {
    let mut text = vec![];
    if bytes.starts_with(&[0x1f, 0x8b]) {
        MultiGzDecoder::new(&*bytes).take(most + 1).read_to_end(&mut text).map_err(|error| damaged("gzip", &error))?;
    } else if bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        // A file may be of several frames, one after the other.
        let mut rest = &*bytes;
        while !rest.is_empty() && text.len() as u64 <= most {
            let frame = StreamingDecoder::new(&mut rest).map_err(|error| damaged("zstd", &error))?;
            frame.take(most + 1 - text.len() as u64).read_to_end(&mut text).map_err(|error| damaged("zstd", &error))?;
        }
    } else if let Some((_, what)) = OTHERS.iter().find(|(first, _)| bytes.starts_with(first)) {
        return Err(io::Error::new(ErrorKind::InvalidData, format!("it is compressed ({what}); allowed: text, or text in gzip or zstd")));
    } else {
        return Ok(bytes);
    }
    if text.len() as u64 > most { Err(too_large(most)) } else { Ok(text) }
}

/// That something is larger than so many bytes.
pub(super) fn too_large(most: u64) -> io::Error {
    io::Error::new(ErrorKind::FileTooLarge, format!("it is too large; allowed: up to {} MiB", most >> 20))
}

fn damaged(how: &str, error: &dyn std::fmt::Display) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, format!("it is compressed as {how} and damaged, or not all of it: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    use std::io::Write;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut packed = GzEncoder::new(vec![], Compression::default());
        packed.write_all(text).unwrap();
        packed.finish().unwrap()
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    #[test]
    fn text_comes_back() {
        let text = b"id,arrival,size\n1,0,2\n".repeat(5000);
        assert_eq!(unpacked(text.clone(), 1 << 20).unwrap(), text);
        for packed in [gzip(&text), zstd(&text)] {
            assert_eq!(unpacked(packed.clone(), 1 << 20).unwrap(), text);
            // Logs are appended to: two in a row are one.
            assert_eq!(unpacked(packed.repeat(2), 1 << 20).unwrap(), text.repeat(2));
        }
    }

    #[test]
    fn what_is_damaged_or_too_large_is_refused() {
        let text = b"id,arrival,size\n1,0,2\n".repeat(5000);
        for packed in [gzip(&text), zstd(&text)] {
            let cut = unpacked(packed[..packed.len() - 9].to_vec(), 1 << 20).unwrap_err().to_string();
            assert!(cut.contains("damaged, or not all of it"), "{cut}");
            assert_eq!(unpacked(packed.clone(), 1000).unwrap_err().kind(), ErrorKind::FileTooLarge);
            assert!(unpacked(packed, text.len() as u64).is_ok());
        }
        let other = unpacked(b"LZ4Block\x25".to_vec(), 1000).unwrap_err().to_string();
        assert_eq!(other, "it is compressed (lz4, as Spark compresses it); allowed: text, or text in gzip or zstd");
    }
}
