//! Any text at all.

use proptest::prelude::*;

use super::inert_check::assert_inert;
use crate::markdown::tests::markdown_text;

proptest! {
    #![proptest_config(super::cases(300))]

    #[test]
    fn any_text_is_inert(text in "(?s).{0,200}") {
        assert_inert(&crate::markdown(&text), &text);
        assert_inert(&crate::terminal(&text), &text);
        assert_inert(&[crate::json(&text)], &text);
        assert_inert(&[crate::code(&text, "html")], &text);
        assert_inert(&crate::diff_unified(&text).blocks, &text);
        assert_inert(&crate::diff_texts("p", &text, "x\ny\n", 3).blocks, &text);
        let _ = crate::image_base64(&text);
    }

    #[test]
    fn any_markdown_is_inert(text in markdown_text()) {
        assert_inert(&crate::markdown(&text), &text);
    }

    #[test]
    fn any_formula_is_inert(parts in prop::collection::vec(prop::sample::select(FORMULA), 0..14)) {
        let text = format!("$${}$$", parts.concat());
        assert_inert(&crate::markdown(&text), &text);
    }

    #[test]
    fn any_escape_sequence_is_inert(parts in prop::collection::vec(prop::sample::select(ESCAPES), 0..20)) {
        let text = parts.concat();
        assert_inert(&crate::terminal(&text), &text);
    }

    #[test]
    fn any_data_is_inert(parts in prop::collection::vec(prop::sample::select(JSON), 0..20)) {
        let text = parts.concat();
        assert_inert(&[crate::json(&text)], &text);
    }

    #[test]
    fn any_image_header_is_measured_or_refused(
        head in prop::sample::select(HEADS),
        tail in prop::collection::vec(any::<u8>(), 0..64),
    ) {
        use base64::Engine as _;
        let bytes = [head, &tail[..]].concat();
        let text = base64::engine::general_purpose::STANDARD.encode(bytes);
        if let Ok(block) = crate::image_base64(&text) {
            assert_inert(&[block], &text);
        }
    }
}

const FORMULA: &[&str] = &[
    "a",
    "1",
    "x^2",
    "_",
    "^",
    "{",
    "}",
    "\\frac",
    "\\sqrt[3]",
    "\\text{<b>&}",
    "\\left(",
    "\\right)",
    "\\begin{matrix}",
    "\\end{matrix}",
    "&",
    "\\\\",
    "\\begin{array}{|c|l:r|}",
    "\\end{array}",
    "\\begin{cases}",
    "\\end{cases}",
    "\\begin{align}",
    "\\end{align}",
    "<",
    ">",
    "\"",
    "'",
    "\\color{red}",
    "\\href{javascript:1}{x}",
    "\\sum",
    "\\mathbb{R}",
    "\\not",
    "=",
    "\\hline",
    "\\def\\a{\\a}",
    "\\a",
    "\\quad",
    "\\!",
    "%",
    "#",
    "~",
    "\\hspace{-1em}",
    "\\style{x}",
    "\\lim",
    "\u{202e}",
    "&lt;",
    "\\overbrace",
    "\\operatorname{a}",
    "|",
    "\\|",
];

const ESCAPES: &[&str] = &[
    "a",
    "<b>",
    "\u{1b}[31m",
    "\u{1b}[1;4;38;5;200m",
    "\u{1b}[38;2;1;2m",
    "\u{1b}[0m",
    "\u{1b}[K",
    "\u{1b}[2K",
    "\u{1b}[1K",
    "\u{1b}[5C",
    "\u{1b}[99999G",
    "\u{1b}[3D",
    "\u{1b}[2P",
    "\r",
    "\n",
    "\t",
    "\u{8}",
    "\u{7}",
    "\u{1b}]8;;http://x\u{7}",
    "\u{1b}]52;c;aGk=\u{7}",
    "\u{1b}]0;t\u{1b}\\",
    "\u{1b}P1$q\u{1b}\\",
    "\u{1b}_x\u{1b}\\",
    "\u{1b}",
    "\u{9b}31m",
    "\u{202e}",
    "é",
    "\u{200d}",
    "\"",
    "&amp;",
    "\u{1b}[?25l",
    "\u{1b}[H",
    "\u{1b}c",
    "\u{1b}[38;5m",
    "\u{1b}[48:2::1:2:3m",
];

const JSON: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"a\"",
    "\"<b>\"",
    "\"\\\"",
    "1",
    "-2e5",
    "true",
    "null",
    " ",
    "\n",
    "nul",
    "\"\u{202e}\"",
    "\\",
    "é",
];

const HEADS: &[&[u8]] = &[
    b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR",
    b"GIF89a",
    &[0xFF, 0xD8, 0xFF, 0xC0],
    &[0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 0xFF, 0xC0, 0, 11],
    b"RIFF\0\0\0\0WEBPVP8X\0\0\0\0",
    b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f",
    b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a",
];
