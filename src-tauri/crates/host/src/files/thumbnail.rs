//! A small picture of an attached one. The window never gets the file itself:
//! what is decoded is bounded by what its header says, and what leaves is a
//! small PNG of our own making.

use super::checked;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits};
use std::io::{Cursor, Read};
use std::path::Path;

/// The longest side of a thumbnail, in pixels: twice what is shown, for dense screens.
const SIDE: u32 = 112;
/// Larger files are shown without a picture, in bytes.
const LARGEST: u64 = 50_000_000;
/// The longest side that is decoded, in pixels.
const LONGEST: u32 = 16_384;
/// The most memory that decoding may take, in bytes.
const MEMORY: u64 = 300 * 1024 * 1024;

/// Whether these first bytes of a file are a picture that can be shown.
pub(super) fn is_picture(head: &[u8]) -> bool {
    image::guess_format(head).is_ok_and(shown)
}

fn shown(format: ImageFormat) -> bool {
    matches!(
        format,
        ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::Gif | ImageFormat::WebP
    )
}

/// The file's thumbnail as a `data:` address; none where it can't be shown.
pub(super) fn of(path: &Path) -> Option<String> {
    let mut file = checked::open(path).ok()?;
    let meta = file.metadata().ok()?;
    if !meta.is_file() || meta.len() > LARGEST {
        return None;
    }
    let mut bytes = Vec::new();
    file.by_ref().take(LARGEST).read_to_end(&mut bytes).ok()?;
    let small = small(&bytes)?;
    let mut png = Vec::new();
    small
        .write_to(&mut Cursor::new(&mut png), ImageFormat::Png)
        .ok()?;
    let mut address = "data:image/png;base64,".to_owned();
    STANDARD.encode_string(png, &mut address);
    Some(address)
}

fn small(bytes: &[u8]) -> Option<DynamicImage> {
    let format = image::guess_format(bytes).ok().filter(|one| shown(*one))?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST);
    limits.max_image_height = Some(LONGEST);
    limits.max_alloc = Some(MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().ok()?;
    // Cameras turn the picture by a note.
    let turned = decoder.orientation().ok()?;
    let mut small = DynamicImage::from_decoder(decoder)
        .ok()?
        .thumbnail(SIDE, SIDE);
    small.apply_orientation(turned);
    Some(small)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_picture_becomes_small_and_a_bomb_becomes_none() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.png");
        DynamicImage::new_rgb8(900, 300).save(&path).unwrap();
        let address = of(&path).unwrap();
        let png = STANDARD
            .decode(address.strip_prefix("data:image/png;base64,").unwrap())
            .unwrap();
        let shown = image::load_from_memory(&png).unwrap();
        assert_eq!((shown.width(), shown.height()), (112, 37));

        // 100,000 × 100,000 pixels, says its header.
        let mut bomb = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        bomb.extend([
            0, 1, 0x86, 0xA0, 0, 1, 0x86, 0xA0, 8, 2, 0, 0, 0, 0, 0, 0, 0,
        ]);
        std::fs::write(&path, bomb).unwrap();
        assert_eq!(of(&path), None);
        std::fs::write(&path, "<svg xmlns='http://www.w3.org/2000/svg'/>").unwrap();
        assert_eq!(of(&path), None);
        assert!(!is_picture(b"<svg"));
    }
}
