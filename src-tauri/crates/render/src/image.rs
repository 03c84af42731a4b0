//! Raster images that came as base64: recognised and measured by their header,
//! never decoded.
//!
//! A browser allocates width × height × 4 bytes for what a few header bytes
//! claim, so the claim is checked here (F034). SVG is a document with scripts
//! and references, not a picture: refused.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::general_purpose::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use model::view::{Block, BlockKind};

/// The most bytes an image may have.
const MAX_BYTES: usize = 20 * 1024 * 1024;
/// The longest side, in pixels.
const MAX_SIDE: u32 = 16_384;
/// The most pixels.
const MAX_PIXELS: u64 = 64_000_000;

const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A PNG, JPEG, GIF or WebP image as a block. White space and a
/// `data:…;base64,` prefix are taken off first.
///
/// # Errors
/// A sentence for people: what is wrong with the image and what would be taken.
pub fn image_base64(base64: &str) -> Result<Block, String> {
    let text = without_data_prefix(base64.trim());
    // Checked before anything of the image's size is allocated.
    if text.len() / 4 * 3 > MAX_BYTES + MAX_BYTES / 8 {
        return Err(too_big(text.len() / 4 * 3));
    }
    let packed: Vec<u8> = text.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    let bytes = LENIENT
        .decode(&packed)
        .map_err(|_| "The image is not shown: its data is not valid base64.".to_owned())?;
    drop(packed);
    image(&bytes)
}

/// A PNG, JPEG, GIF or WebP image as a block.
///
/// # Errors
/// As [`image_base64`].
pub fn image(bytes: &[u8]) -> Result<Block, String> {
    if bytes.len() > MAX_BYTES {
        return Err(too_big(bytes.len()));
    }
    let (media, width, height) = measure(bytes)?;
    if width == 0 || height == 0 {
        return Err("The image is not shown: its header says it has no pixels.".to_owned());
    }
    if width > MAX_SIDE || height > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(format!(
            "The image is not shown: its header says {width} × {height} pixels; up to \
             {MAX_SIDE} a side and {} million in all are shown.",
            MAX_PIXELS / 1_000_000
        ));
    }
    let mut html = format!(
        "<img class=\"md-image\" alt=\"\" width=\"{width}\" height=\"{height}\" src=\"data:{media};base64,"
    );
    STANDARD.encode_string(bytes, &mut html);
    html.push_str("\">");
    Ok(crate::block(BlockKind::Image, html))
}

fn without_data_prefix(text: &str) -> &str {
    match text.get(..5) {
        Some(head) if head.eq_ignore_ascii_case("data:") => {
            text.split_once(',').map_or(text, |(_, data)| data)
        }
        _ => text,
    }
}

fn too_big(bytes: usize) -> String {
    format!(
        "The image is not shown: it has {} MiB; up to {} MiB are shown.",
        bytes.div_ceil(1024 * 1024),
        MAX_BYTES / 1024 / 1024
    )
}

/// Media type, width and height by the image's own header.
fn measure(bytes: &[u8]) -> Result<(&'static str, u32, u32), String> {
    let cut = || "The image is not shown: its header is incomplete.".to_owned();
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        if bytes.get(12..16) != Some(b"IHDR") {
            return Err(cut());
        }
        let width = be32(bytes, 16).ok_or_else(cut)?;
        return Ok(("image/png", width, be32(bytes, 20).ok_or_else(cut)?));
    }
    if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        let width = le16(bytes, 6).ok_or_else(cut)?;
        return Ok(("image/gif", width, le16(bytes, 8).ok_or_else(cut)?));
    }
    if bytes.starts_with(&[0xFF, 0xD8, 0xFF]) {
        let (width, height) = jpeg(bytes).ok_or_else(cut)?;
        return Ok(("image/jpeg", width, height));
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        let (width, height) = webp(bytes).ok_or_else(cut)?;
        return Ok(("image/webp", width, height));
    }
    Err(format!(
        "The image is not shown: {}. PNG, JPEG, GIF and WebP are shown.",
        other_kind(bytes)
    ))
}

/// Names what is refused, so that the reason can be acted on.
fn other_kind(bytes: &[u8]) -> &'static str {
    let head = &bytes[..bytes.len().min(1024)];
    let text = String::from_utf8_lossy(head).to_ascii_lowercase();
    if text.contains("<svg") || text.trim_start().starts_with("<?xml") {
        "it is an SVG, which can carry scripts"
    } else if bytes.starts_with(b"BM") {
        "it is a BMP"
    } else if bytes.starts_with(b"II*\0") || bytes.starts_with(b"MM\0*") {
        "it is a TIFF"
    } else if bytes.get(4..8) == Some(b"ftyp") {
        "it is an AVIF, HEIF or a film"
    } else if bytes.starts_with(b"%PDF") {
        "it is a PDF"
    } else if bytes.is_empty() {
        "it is empty"
    } else {
        "it is of an unknown kind"
    }
}

/// Width and height of the first start-of-frame segment.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        while *bytes.get(at)? != 0xFF {
            at += 1;
        }
        while *bytes.get(at)? == 0xFF {
            at += 1;
        }
        let marker = bytes[at];
        at += 1;
        match marker {
            // Standalone markers.
            0x00 | 0x01 | 0xD0..=0xD8 => {}
            0xD9 | 0xDA => return None,
            // Huffman tables, reserved and arithmetic conditioning share the range.
            0xC0..=0xCF if !matches!(marker, 0xC4 | 0xC8 | 0xCC) => {
                return Some((be16(bytes, at + 5)?, be16(bytes, at + 3)?));
            }
            _ => at += usize::try_from(be16(bytes, at)?).ok()?.max(2),
        }
    }
}

fn webp(bytes: &[u8]) -> Option<(u32, u32)> {
    match bytes.get(12..16)? {
        b"VP8X" => Some((1 + le24(bytes, 24)?, 1 + le24(bytes, 27)?)),
        b"VP8L" => {
            if *bytes.get(20)? != 0x2F {
                return None;
            }
            let bits = le16(bytes, 21)? | le16(bytes, 23)? << 16;
            Some((1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)))
        }
        b"VP8 " => {
            if bytes.get(23..26)? != [0x9D, 0x01, 0x2A] {
                return None;
            }
            Some((le16(bytes, 26)? & 0x3FFF, le16(bytes, 28)? & 0x3FFF))
        }
        _ => None,
    }
}

fn be16(bytes: &[u8], at: usize) -> Option<u32> {
    let pair = bytes.get(at..at + 2)?;
    Some(u32::from(pair[0]) << 8 | u32::from(pair[1]))
}

fn be32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(be16(bytes, at)? << 16 | be16(bytes, at + 2)?)
}

fn le16(bytes: &[u8], at: usize) -> Option<u32> {
    let pair = bytes.get(at..at + 2)?;
    Some(u32::from(pair[1]) << 8 | u32::from(pair[0]))
}

fn le24(bytes: &[u8], at: usize) -> Option<u32> {
    Some(le16(bytes, at)? | u32::from(*bytes.get(at + 2)?) << 16)
}
