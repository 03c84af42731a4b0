//! The forms in which a key is commonly written: plain, and as other formats
//! make it.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A form shorter than this would be found in ordinary text.
const SHORTEST: usize = 8;

/// What JavaScript's `encodeURIComponent` leaves alone, and the RFC calls unreserved.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');
/// What a URL as a whole leaves alone.
const WHOLE: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'`')
    .add(b'#')
    .add(b'{')
    .add(b'}');

/// Every form of a key, each once.
pub(crate) fn of(secret: &str) -> Vec<Vec<u8>> {
    let mut forms = BTreeSet::new();
    let mut add = |form: String| {
        if form.len() >= SHORTEST {
            forms.insert(form.into_bytes());
        }
    };
    add(secret.to_owned());
    for form in json(secret) {
        add(form);
    }
    for form in percent(secret) {
        add(form);
    }
    add(hex(secret, false, ""));
    add(hex(secret, true, ""));
    add(hex(secret, false, "\\x"));
    for form in base64(secret.as_bytes()) {
        add(form);
    }
    forms.into_iter().collect()
}

/// Inside a JSON string, and inside a JSON string that is in a JSON string.
fn json(secret: &str) -> Vec<String> {
    let once = escaped(secret);
    let ascii: String = once
        .chars()
        .fold(String::with_capacity(once.len()), |mut out, c| {
            if c.is_ascii() {
                out.push(c);
            } else {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    // Writing to a String cannot fail.
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            out
        });
    let slashes = once.replace('/', "\\/");
    let twice = escaped(&once);
    vec![
        once,
        ascii,
        slashes,
        twice,
        every(secret, false),
        every(secret, true),
    ]
}

/// Every character as `\uXXXX`.
fn every(secret: &str, upper: bool) -> String {
    secret.encode_utf16().fold(String::new(), |mut out, unit| {
        // Writing to a String cannot fail.
        let _ = if upper {
            write!(out, "\\u{unit:04X}")
        } else {
            write!(out, "\\u{unit:04x}")
        };
        out
    })
}

fn escaped(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

fn percent(secret: &str) -> Vec<String> {
    let mut forms = Vec::new();
    for set in [COMPONENT, NON_ALPHANUMERIC, WHOLE] {
        let upper = utf8_percent_encode(secret, set).to_string();
        forms.push(upper.replace("%20", "+"));
        forms.push(lower(&upper));
        forms.push(upper);
    }
    forms.push(hex(secret, true, "%"));
    forms.push(hex(secret, false, "%"));
    forms
}

/// The hex digits after each `%` in lower case.
fn lower(encoded: &str) -> String {
    let mut digits = 0;
    encoded
        .chars()
        .map(|c| {
            if c == '%' {
                digits = 2;
                return c;
            }
            if digits > 0 {
                digits -= 1;
                return c.to_ascii_lowercase();
            }
            c
        })
        .collect()
}

fn hex(secret: &str, upper: bool, before_each: &str) -> String {
    secret.bytes().fold(String::new(), |mut out, byte| {
        out.push_str(before_each);
        // Writing to a String cannot fail.
        let _ = if upper {
            write!(out, "{byte:02X}")
        } else {
            write!(out, "{byte:02x}")
        };
        out
    })
}

/// By itself, and what is the same of it wherever it lies in a longer text: three
/// bytes make four characters, so there are three ways it can lie. Characters
/// that also hold bits of a neighbour are not among those.
fn base64(secret: &[u8]) -> Vec<String> {
    let mut forms = Vec::new();
    for engine in [&STANDARD, &STANDARD_NO_PAD, &URL_SAFE, &URL_SAFE_NO_PAD] {
        forms.push(engine.encode(secret));
    }
    for engine in [&STANDARD_NO_PAD, &URL_SAFE_NO_PAD] {
        for before in 0..3 {
            let mut text = vec![0; before];
            text.extend_from_slice(secret);
            let encoded = engine.encode(&text);
            let from = (before * 8).div_ceil(6);
            let to = text.len() * 8 / 6;
            forms.push(encoded[from..to].to_owned());
        }
    }
    forms
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn has(secret: &str, form: &str) -> bool {
        of(secret).iter().any(|known| known == form.as_bytes())
    }

    #[test]
    fn the_forms_are_those_of_the_formats() {
        let key = "ab/ü\"12+ 9";
        assert!(has(key, key));
        assert!(has(key, "ab/ü\\\"12+ 9"), "JSON");
        assert!(has(key, "ab/\\u00fc\\\"12+ 9"), "ASCII JSON");
        assert!(has(key, "ab/ü\\\\\\\"12+ 9"), "JSON in JSON");
        assert!(has(key, "ab%2F%C3%BC%2212%2B%209"), "a URL's component");
        assert!(has(key, "ab%2f%c3%bc%2212%2b%209"), "in lower case");
        assert!(has(key, "61622fc3bc2231322b2039"), "hex");
    }

    #[test]
    fn base64_is_known_wherever_the_key_lies_in_a_text() {
        let key = "sk-ant-api03-Zm9v_YmFy";
        let forms = base64(key.as_bytes());
        for before in 0..7 {
            for after in 0..4 {
                let text = format!("{}{key}{}", "x".repeat(before), "y".repeat(after));
                let encoded = STANDARD.encode(&text);
                assert!(
                    forms.iter().any(|form| encoded.contains(form)),
                    "{before} before, {after} after"
                );
            }
        }
    }
}
