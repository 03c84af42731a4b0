//! `Picture`: a small PNG drawn here, to show what an image in a result looks like.

use base64::Engine as _;
use serde_json::json;

use super::{Output, OutputType};

pub(super) fn picture(width: u32, height: u32) -> Output {
    Output {
        text: base64::engine::general_purpose::STANDARD.encode(png(width, height)),
        kind: OutputType::Image,
        metadata: Some(json!({"media_type": "image/png", "width": width, "height": height})),
        failed: false,
    }
}

/// A true PNG (RFC 2083), its pixels stored without compression.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut header = Vec::new();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([8, 2, 0, 0, 0]); // eight bits, red green blue, no interlace
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"IDAT", &stored(&pixels(width, height)));
    chunk(&mut file, *b"IEND", &[]);
    file
}

/// A sun over two hills.
fn pixels(width: u32, height: u32) -> Vec<u8> {
    let mut rows = Vec::new();
    let (w, h) = (f64::from(width), f64::from(height));
    for y in 0..height {
        rows.push(0); // no filter
        for x in 0..width {
            let (u, v) = (f64::from(x) / w, f64::from(y) / h);
            let ridge = |at: f64, base: f64, swing: f64| base - swing * (u * 6.0 + at).sin();
            let sun = ((u - 0.7) * w / h).hypot(v - 0.35);
            let colour = if v > ridge(3.2, 0.78, 0.09) {
                [38, 70, 83]
            } else if v > ridge(0.0, 0.68, 0.10) {
                [42, 157, 143]
            } else if sun < 0.14 {
                [244, 162, 97]
            } else {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0..=60
                let shade = (v.clamp(0.0, 1.0) * 60.0) as u8;
                [195 + shade, 225, 255 - shade]
            };
            rows.extend(colour);
        }
    }
    rows
}

/// A zlib stream of stored blocks.
fn stored(data: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let blocks: Vec<&[u8]> = data.chunks(65_535).collect();
    for (index, block) in blocks.iter().enumerate() {
        let length = u16::try_from(block.len()).unwrap_or(u16::MAX);
        stream.push(u8::from(index + 1 == blocks.len()));
        stream.extend(length.to_le_bytes());
        stream.extend((!length).to_le_bytes());
        stream.extend(*block);
    }
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in data {
        a = (a + u32::from(*byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    stream.extend(((b << 16) | a).to_be_bytes());
    stream
}

fn chunk(file: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    file.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    let start = file.len();
    file.extend(name);
    file.extend(data);
    let mut crc = u32::MAX;
    for byte in &file[start..] {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
        }
    }
    file.extend((!crc).to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksums_are_those_of_the_standards() {
        let mut file = Vec::new();
        chunk(&mut file, *b"IEND", &[]);
        assert_eq!(
            file,
            [0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82]
        );
        // Adler-32 of "Wikipedia" is 0x11E60398.
        assert!(stored(b"Wikipedia").ends_with(&[0x11, 0xe6, 0x03, 0x98]));
    }
}
