//! `Read`: a text file as it is, or a picture as an image.

use std::fs;
use std::io::Read as _;

use base64::Engine as _;
use serde_json::json;

use super::{Bench, OUTPUT_LIMIT, Output, OutputType, ToolError, bytes};

const IMAGE_LIMIT: u64 = 5_000_000;

pub(super) fn read(bench: &Bench<'_>, file_path: &str) -> Result<Output, ToolError> {
    let (real, metadata) = bench.workspace.file(file_path)?;
    let io = |source| bench.workspace.io(file_path, source);
    let file = fs::File::open(&real).map_err(io)?;
    let mut content = Vec::new();
    file.take(IMAGE_LIMIT + 1)
        .read_to_end(&mut content)
        .map_err(io)?;

    if let Some(media_type) = image_type(&content) {
        if metadata.len() > IMAGE_LIMIT {
            return Err(ToolError::TooBig {
                path: file_path.to_owned(),
                size: metadata.len(),
                limit: IMAGE_LIMIT,
            });
        }
        return Ok(Output {
            text: base64::engine::general_purpose::STANDARD.encode(&content),
            kind: OutputType::Image,
            metadata: Some(json!({"file_path": file_path, "media_type": media_type})),
            failed: false,
        });
    }

    let whole = content.len();
    content.truncate(OUTPUT_LIMIT);
    let mut text = match String::from_utf8(content) {
        Ok(text) => text,
        // The cut may have gone through a character; anything else is no text.
        Err(error) if whole > OUTPUT_LIMIT && error.utf8_error().error_len().is_none() => {
            let upto = error.utf8_error().valid_up_to();
            let mut bytes = error.into_bytes();
            bytes.truncate(upto);
            String::from_utf8_lossy(&bytes).into_owned()
        }
        Err(_) => {
            return Err(ToolError::Binary {
                path: file_path.to_owned(),
            });
        }
    };
    if text.contains('\0') {
        return Err(ToolError::Binary {
            path: file_path.to_owned(),
        });
    }
    if whole > OUTPUT_LIMIT {
        text.push_str(&format!(
            "\n… cut here: the file has {}, this is the first {}.",
            bytes(metadata.len()),
            bytes(text.len() as u64)
        ));
    }
    Ok(Output::text(text).of_file(file_path))
}

/// Known by its first bytes, not by its name.
fn image_type(content: &[u8]) -> Option<&'static str> {
    match content {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some("image/gif"),
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => Some("image/webp"),
        _ => None,
    }
}
