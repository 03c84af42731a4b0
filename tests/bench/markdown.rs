//! What an update of a streaming answer costs in `render`, early and late:
//! prints nanoseconds an update at 8 KB and at 100 KB, bytes parsed an update at each,
//! and how many blocks changed that were finished.
#![allow(clippy::unwrap_used, missing_docs, clippy::print_stdout)]

use render::Markdown;
use std::time::Instant;

const PROSE: &str = "## Where the tiles come from\n\nThe cache keeps a tile under the hash of **its own inputs**, so a deploy leaves it warm.\n\n- the layer and its *revision*\n- the palette, as [the guide](https://example.com) has it\n\n```rust\nfn tile_key(tile: &Tile) -> Key {\n    Key::from(tile.hash())\n}\n```\n\n| layer | tiles |\n|---|---:|\n| streets | 48,112 |\n\n> A tile that is asked for while it is made waits for the first maker.\n\n";

/// Pushes the prose in pieces of five bytes; nanoseconds and bytes parsed an update.
fn cost(markdown: &mut Markdown) -> (f64, f64) {
    let pieces = PROSE.len().div_ceil(5) as f64;
    let work = markdown.work();
    let began = Instant::now();
    for piece in PROSE.as_bytes().chunks(5) {
        markdown.push(std::str::from_utf8(piece).unwrap());
        std::hint::black_box(markdown.blocks().len());
    }
    (
        began.elapsed().as_nanos() as f64 / pieces,
        (markdown.work() - work) as f64 / pieces,
    )
}

/// Blocks that changed in a stream after they were said to be finished.
fn changed() -> usize {
    let mut markdown = Markdown::new();
    let mut changed = 0;
    for piece in PROSE.repeat(20).as_bytes().chunks(5) {
        let before = markdown.blocks()[..markdown.frozen()].to_vec();
        markdown.push(std::str::from_utf8(piece).unwrap());
        let after = &markdown.blocks()[..before.len()];
        changed += before.iter().zip(after).filter(|(a, b)| a != b).count();
    }
    changed
}

fn main() {
    assert!(PROSE.is_ascii());
    let mut best = [(f64::INFINITY, 0.0); 2];
    for _ in 0..20 {
        let mut markdown = Markdown::new();
        let mut length = 0;
        for (at, size) in [8_000, 100_000].into_iter().enumerate() {
            while length < size {
                markdown.push(PROSE);
                length += PROSE.len();
            }
            let (time, work) = cost(&mut markdown);
            length += PROSE.len();
            if time < best[at].0 {
                best[at] = (time, work);
            }
        }
    }
    println!(
        "{} {} {} {} {}",
        best[0].0,
        best[1].0,
        best[0].1,
        best[1].1,
        changed()
    );
}
