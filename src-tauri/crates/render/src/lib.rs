//! What agents say, as blocks of inert HTML.
//!
//! Everything here is pure: text in, [`Block`]s out. No file, clock, task or
//! environment. The window puts the HTML of a block into the page as it is
//! (security.md §7), so every function holds to one promise: the HTML is well
//! formed and consists of the elements and attributes of [`mod@inert`] and the
//! classes of [`mod@classes`] only. There is no inline style, no `href`, and no
//! `src` but the `data:` URL of a raster image whose header was checked.
//!
//! [`Markdown`] is incremental: a block before [`Markdown::frozen`] is never
//! looked at again, so an update costs what the open block costs, however long
//! the answer is.

pub mod classes;
mod code;
mod diff;
mod escape;
mod image;
pub mod inert;
mod json;
mod markdown;
mod pieces;
mod terminal;
#[cfg(test)]
mod tests;

pub use code::code;
pub use diff::{
    DiffRendered, FileLines, diff_counts, diff_files, diff_of_file, diff_texts, diff_unified,
};
pub use escape::{escape, visible};
pub use image::{image, image_base64};
pub use json::json;
pub use markdown::{Change, Markdown, markdown};
pub use model::view::{Block, BlockKind};
pub use pieces::pieces;
pub use terminal::{Terminal, terminal};

/// A block without a label.
pub(crate) fn block(kind: BlockKind, html: String) -> Block {
    Block {
        kind,
        html,
        label: String::new(),
    }
}

/// A line that says what was left out.
pub(crate) fn omitted(what: &str) -> Block {
    block(
        BlockKind::Omitted,
        format!("<p class=\"omitted\">{}</p>", escape(what)),
    )
}

/// Digits in groups of three, for counts that people read.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
