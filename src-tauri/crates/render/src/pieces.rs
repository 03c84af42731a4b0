//! A block that is far too long, as several.
//!
//! One paragraph of a million characters is one element, and laying it out takes
//! a window seconds. Blocks over a size are cut between words of their
//! text: what is open there is closed, and opened again in the next piece.

use model::view::{Block, BlockKind};

/// A block of more HTML than this is cut, in bytes …
const MOST: usize = 64 * 1024;
/// … into pieces of about this.
const PIECE: usize = 32 * 1024;
/// A piece ends between two words, but for one longer than this.
const LONGEST_WORD: usize = 2 * 1024;

/// The block itself, or pieces of it in order. Formulas and images stay whole.
#[must_use]
pub fn pieces(block: &Block) -> Vec<Block> {
    let whole =
        block.html.len() <= MOST || matches!(block.kind, BlockKind::Image | BlockKind::Math);
    if whole || block.html.contains("<math") {
        return vec![block.clone()];
    }
    cut(&block.html)
        .into_iter()
        .map(|html| Block {
            kind: block.kind,
            html,
            label: block.label.clone(),
        })
        .collect()
}

/// Well-formed HTML of our own making, so a `<` always begins a tag and a `&` an entity.
fn cut(html: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    // The tags that are open, whole.
    let mut open: Vec<&str> = Vec::new();
    let mut piece = String::with_capacity(PIECE + 1024);
    let mut rest = html;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '<' => rest.find('>').map_or(rest.len(), |at| at + 1),
            '&' => rest.find(';').map_or(rest.len(), |at| at + 1),
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(end);
        piece.push_str(token);
        rest = after;
        if first == '<' {
            if token.starts_with("</") {
                open.pop();
            } else if !is_void(token) {
                open.push(token);
            }
        }
        let between_words = first.is_whitespace() || piece.len() >= PIECE + LONGEST_WORD;
        if piece.len() >= PIECE && between_words && first != '<' && !rest.is_empty() {
            close(&mut piece, &open);
            pieces.push(std::mem::take(&mut piece));
            piece.extend(open.iter().copied());
        }
    }
    pieces.push(piece);
    pieces
}

fn close(piece: &mut String, open: &[&str]) {
    for tag in open.iter().rev() {
        piece.push_str("</");
        piece.push_str(name(tag));
        piece.push('>');
    }
}

fn name(tag: &str) -> &str {
    let inner = tag.trim_start_matches('<');
    let end = inner
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(inner.len());
    &inner[..end]
}

fn is_void(tag: &str) -> bool {
    matches!(name(tag), "br" | "hr" | "img")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prose(html: String) -> Block {
        crate::block(BlockKind::Prose, html)
    }

    #[test]
    fn c78_a_paragraph_of_a_million_characters_comes_in_pieces() {
        let word = "<em>wörd</em> &amp; ";
        let block = prose(format!("<p>{}</p>", word.repeat(60_000)));
        let pieces = pieces(&block);
        assert!(pieces.len() > 10, "{}", pieces.len());
        let text = |html: &str| {
            let mut text = String::new();
            let mut tag = false;
            for c in html.chars() {
                match c {
                    '<' => tag = true,
                    '>' => tag = false,
                    c if !tag => text.push(c),
                    _ => {}
                }
            }
            text
        };
        let mut joined = String::new();
        for piece in &pieces {
            assert!(piece.html.len() <= PIECE + 64, "{}", piece.html.len());
            assert!(piece.html.starts_with("<p>") && piece.html.ends_with(" </p>"));
            assert_eq!(
                piece.html.matches("<em>").count(),
                piece.html.matches("</em>").count()
            );
            joined.push_str(&text(&piece.html));
        }
        assert_eq!(joined, text(&block.html));
    }

    #[test]
    fn c78_a_word_without_end_is_cut_all_the_same() {
        let pieces = pieces(&prose(format!("<p>{}</p>", "x".repeat(1_000_000))));
        assert!(pieces.len() > 25, "{}", pieces.len());
        let count: usize = pieces.iter().map(|p| p.html.matches('x').count()).sum();
        assert_eq!(count, 1_000_000);
    }

    #[test]
    fn what_is_short_stays_as_it_is() {
        let block = prose("<p>short</p>".to_owned());
        assert_eq!(pieces(&block), vec![block]);
    }
}
