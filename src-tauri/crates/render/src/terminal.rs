//! A program's output: escape sequences become classes, the rest of what a
//! terminal would obey becomes visible or nothing.
//!
//! One line is a row of cells with a cursor, so that carriage returns,
//! backspaces and erasing show what a terminal would have shown in the end.
//! Lines are never reached again once they are left: a cursor that moves up is
//! not followed. Links (OSC 8) keep their text only, titles are dropped, a
//! write to the clipboard (OSC 52) and unknown commands are named (F093).

use model::view::{Block, BlockKind};
use vte::{Params, Parser, Perform};

use crate::escape::{is_invisible, push_char, push_hidden};
use crate::json::head;
use crate::{grouped, omitted};

/// One block has at most this many lines …
const BLOCK_LINES: usize = 240;
/// … and about this many bytes of HTML.
const BLOCK_BYTES: usize = 48 * 1024;
/// The most lines that are shown …
const MAX_LINES: usize = 10_000;
/// … and the most bytes of output that are read.
const MAX_BYTES: usize = 2 * 1024 * 1024;
/// A longer line is folded.
const MAX_LINE: usize = 20_000;

/// Terminal output as blocks of at most 240 lines. The head is shown; what is
/// over 10,000 lines or 2 MiB is counted in an [`BlockKind::Omitted`] block at
/// the end.
pub fn terminal(text: &str) -> Vec<Block> {
    let shown = head(text, MAX_BYTES);
    let mut screen = Screen::default();
    let mut parser = Parser::new();
    let mut used = 0;
    // By lines, so that reading stops where showing stops.
    for line in shown.split_inclusive('\n') {
        if screen.lines >= MAX_LINES {
            break;
        }
        parser.advance(&mut screen, line.as_bytes());
        used += line.len();
    }
    if !screen.row.is_empty() || screen.is_blank() {
        screen.end_line(false);
    }
    screen.end_block();
    let mut blocks = screen.blocks;
    if used < text.len() {
        let rest = &text[used..];
        let lines = rest.split_inclusive('\n').count();
        blocks.push(omitted(&format!(
            "{} more lines ({} bytes) are not shown.",
            grouped(lines),
            grouped(rest.len())
        )));
    }
    blocks
}

/// One page of [`Terminal`] has at most this many lines and bytes of output.
const PAGE: (usize, usize) = (960, 128 * 1024);
/// The first has less: a window shows some fifteen lines of an output until someone wants more,
/// and keeps what it was sent of each.
const FIRST_PAGE: (usize, usize) = (120, 24 * 1024);
/// A page ends within a line that is longer.
const PAGE_LINE: usize = 16 * 1024;

/// A program's output page by page: nothing is left out, and a page costs the
/// same however long the whole is. Colours go on from page to page.
#[derive(Default)]
pub struct Terminal {
    screen: Screen,
    parser: Parser,
    begun: bool,
}

impl Terminal {
    /// The next page of `rest`: its blocks, and how many bytes of `rest` it took.
    /// The page after it is made from what follows.
    pub fn page(&mut self, rest: &str) -> (Vec<Block>, usize) {
        let first = !std::mem::replace(&mut self.begun, true);
        let (lines, bytes) = if first { FIRST_PAGE } else { PAGE };
        let mut used = 0;
        for (count, line) in rest.split_inclusive('\n').enumerate() {
            if count >= lines || (used > 0 && used + line.len() > bytes) {
                break;
            }
            let piece = head(line, PAGE_LINE);
            self.parser.advance(&mut self.screen, piece.as_bytes());
            used += piece.len();
            if piece.len() < line.len() {
                break;
            }
        }
        if !self.screen.row.is_empty() || self.screen.is_blank() {
            self.screen.end_line(false);
        }
        self.screen.end_block();
        (std::mem::take(&mut self.screen.blocks), used)
    }
}

/// How a cell looks.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Style {
    foreground: Option<u8>,
    background: Option<u8>,
    flags: u8,
}

const BOLD: u8 = 1;
const DIM: u8 = 2;
const ITALIC: u8 = 4;
const UNDERLINE: u8 = 8;
const INVERSE: u8 = 16;
const STRIKE: u8 = 32;

const FLAGS: &[(u8, &str)] = &[
    (BOLD, "ansi-bold"),
    (DIM, "ansi-dim"),
    (ITALIC, "ansi-italic"),
    (UNDERLINE, "ansi-underline"),
    (INVERSE, "ansi-inverse"),
    (STRIKE, "ansi-strike"),
];

#[derive(Clone)]
enum Cell {
    Char(char),
    /// A control that is named instead of obeyed.
    Control(String),
}

#[derive(Default)]
struct Screen {
    row: Vec<(Cell, Style)>,
    cursor: usize,
    /// Characters of the line that did not fit.
    folded: usize,
    style: Style,
    html: String,
    /// Lines in the block being filled, and in all.
    block_lines: usize,
    lines: usize,
    blocks: Vec<Block>,
}

impl Screen {
    fn is_blank(&self) -> bool {
        self.blocks.is_empty() && self.html.is_empty()
    }

    fn put(&mut self, cell: Cell) {
        // A block is no terminal: moving right of the text fills with blanks.
        if self.cursor >= MAX_LINE {
            self.folded += 1;
            return;
        }
        while self.row.len() < self.cursor {
            self.row.push((Cell::Char(' '), Style::default()));
        }
        let cell = (cell, self.style);
        match self.row.get_mut(self.cursor) {
            Some(place) => *place = cell,
            None => self.row.push(cell),
        }
        self.cursor += 1;
    }

    fn control(&mut self, name: String) {
        self.put(Cell::Control(name));
    }

    fn end_line(&mut self, newline: bool) {
        let mut style = Style::default();
        let mut previous = ' ';
        for (cell, cell_style) in &self.row {
            if *cell_style != style {
                close_style(&mut self.html, style);
                style = *cell_style;
                open_style(&mut self.html, style);
            }
            match cell {
                Cell::Char(c) => {
                    let pictured = matches!(c, '\u{FE0F}' | '\u{200D}') && !previous.is_ascii();
                    if is_invisible(*c) && !pictured {
                        push_hidden(&mut self.html, *c);
                    } else {
                        push_char(&mut self.html, *c);
                    }
                    previous = *c;
                }
                Cell::Control(name) => {
                    self.html.push_str("<span class=\"ansi-control\">⟨");
                    for c in name.chars() {
                        push_char(&mut self.html, c);
                    }
                    self.html.push_str("⟩</span>");
                }
            }
        }
        close_style(&mut self.html, style);
        if self.folded > 0 {
            self.html.push_str(&format!(
                "<span class=\"folded\">… {} more characters</span>",
                grouped(self.folded)
            ));
        }
        if newline {
            self.html.push('\n');
        }
        self.row.clear();
        self.cursor = 0;
        self.folded = 0;
        self.lines += 1;
        self.block_lines += 1;
        if self.block_lines >= BLOCK_LINES || self.html.len() >= BLOCK_BYTES {
            self.end_block();
        }
    }

    fn end_block(&mut self) {
        if self.block_lines == 0 {
            return;
        }
        let html = format!("<pre class=\"ansi\">{}</pre>", self.html);
        self.html.clear();
        self.block_lines = 0;
        self.blocks.push(crate::block(BlockKind::Terminal, html));
    }

    fn erase(&mut self, how: u16) {
        match how {
            0 => self.row.truncate(self.cursor),
            1 => {
                for place in self.row.iter_mut().take(self.cursor + 1) {
                    *place = (Cell::Char(' '), Style::default());
                }
            }
            _ => self.row.clear(),
        }
    }

    fn graphics(&mut self, params: &Params) {
        let values: Vec<u16> = params.iter().flatten().copied().collect();
        if values.is_empty() {
            self.style = Style::default();
        }
        let mut at = 0;
        while let Some(value) = values.get(at).copied() {
            at += 1;
            let style = &mut self.style;
            match value {
                0 => *style = Style::default(),
                1 => style.flags |= BOLD,
                2 => style.flags |= DIM,
                3 => style.flags |= ITALIC,
                4 => style.flags |= UNDERLINE,
                7 => style.flags |= INVERSE,
                9 => style.flags |= STRIKE,
                21 | 24 => style.flags &= !UNDERLINE,
                22 => style.flags &= !(BOLD | DIM),
                23 => style.flags &= !ITALIC,
                27 => style.flags &= !INVERSE,
                29 => style.flags &= !STRIKE,
                30..=37 => style.foreground = small(value - 30),
                39 => style.foreground = None,
                40..=47 => style.background = small(value - 40),
                49 => style.background = None,
                90..=97 => style.foreground = small(value - 82),
                100..=107 => style.background = small(value - 92),
                38 | 48 => {
                    let (colour, length) = extended(&values[at..]);
                    at += length;
                    if value == 38 {
                        style.foreground = colour.or(style.foreground);
                    } else {
                        style.background = colour.or(style.background);
                    }
                }
                _ => {}
            }
        }
    }
}

fn small(value: u16) -> Option<u8> {
    u8::try_from(value).ok()
}

/// A colour of 256 or of 16 million as the nearest of sixteen: those follow
/// the theme and stay legible in both.
fn extended(values: &[u16]) -> (Option<u8>, usize) {
    match values {
        [5, index, ..] => {
            let colour = match *index {
                0..=15 => small(*index),
                16..=231 => {
                    let level = |n: u16| if n == 0 { 0 } else { 55 + 40 * n };
                    let n = index - 16;
                    Some(nearest(level(n / 36), level(n / 6 % 6), level(n % 6)))
                }
                232..=255 => {
                    let grey = 8 + 10 * (index - 232);
                    Some(nearest(grey, grey, grey))
                }
                _ => None,
            };
            (colour, 2)
        }
        [2, r, g, b, ..] => (Some(nearest(*r.min(&255), *g.min(&255), *b.min(&255))), 4),
        _ => (None, values.len()),
    }
}

fn nearest(r: u16, g: u16, b: u16) -> u8 {
    const PALETTE: [[i32; 3]; 16] = [
        [0, 0, 0],
        [205, 0, 0],
        [0, 205, 0],
        [205, 205, 0],
        [0, 0, 238],
        [205, 0, 205],
        [0, 205, 205],
        [229, 229, 229],
        [127, 127, 127],
        [255, 0, 0],
        [0, 255, 0],
        [255, 255, 0],
        [92, 92, 255],
        [255, 0, 255],
        [0, 255, 255],
        [255, 255, 255],
    ];
    let wanted = [i32::from(r), i32::from(g), i32::from(b)];
    let mut best = (i32::MAX, 0);
    for (index, colour) in (0u8..).zip(PALETTE) {
        let distance = (0..3).map(|i| (colour[i] - wanted[i]).pow(2)).sum();
        if distance < best.0 {
            best = (distance, index);
        }
    }
    best.1
}

fn open_style(html: &mut String, style: Style) {
    if style == Style::default() {
        return;
    }
    let mut classes: Vec<String> = FLAGS
        .iter()
        .filter(|(flag, _)| style.flags & flag != 0)
        .map(|(_, class)| (*class).to_owned())
        .collect();
    classes.extend(style.foreground.map(|colour| format!("ansi-fg-{colour}")));
    classes.extend(style.background.map(|colour| format!("ansi-bg-{colour}")));
    html.push_str(&format!("<span class=\"{}\">", classes.join(" ")));
}

fn close_style(html: &mut String, style: Style) {
    if style != Style::default() {
        html.push_str("</span>");
    }
}

impl Perform for Screen {
    fn print(&mut self, c: char) {
        self.put(Cell::Char(c));
    }

    fn execute(&mut self, byte: u8) {
        match byte {
            b'\n' => self.end_line(true),
            b'\r' => self.cursor = 0,
            0x08 => self.cursor = self.cursor.saturating_sub(1),
            b'\t' => {
                let next = (self.cursor / 8 + 1) * 8;
                while self.cursor < next.min(MAX_LINE) {
                    self.put(Cell::Char(' '));
                }
            }
            // Bell, shifts and the like make no mark on a terminal.
            0x00 | 0x07 | 0x0E | 0x0F => {}
            _ => self.control(format!("U+{byte:04X}")),
        }
    }

    fn csi_dispatch(&mut self, params: &Params, marks: &[u8], ignore: bool, action: char) {
        let first = params.iter().next().and_then(|p| p.first().copied());
        let count = usize::from(first.unwrap_or(0)).clamp(1, MAX_LINE);
        if ignore || !marks.is_empty() {
            // Private modes: cursor shown, other screen, mouse.
            return;
        }
        match action {
            'm' => self.graphics(params),
            'K' => self.erase(first.unwrap_or(0)),
            'G' => self.cursor = count - 1,
            'C' => self.cursor = (self.cursor + count).min(MAX_LINE),
            'D' => self.cursor = self.cursor.saturating_sub(count),
            'P' => {
                let end = (self.cursor + count).min(self.row.len());
                if self.cursor < end {
                    self.row.drain(self.cursor..end);
                }
            }
            _ => {}
        }
    }

    fn osc_dispatch(&mut self, params: &[&[u8]], _bell: bool) {
        let command = params.first().copied().unwrap_or(b"");
        match command {
            // Titles, colours, folders, links, prompts: nothing a block could do.
            b"0" | b"1" | b"2" | b"4" | b"7" | b"8" | b"9" | b"10" | b"11" | b"12" | b"104"
            | b"133" | b"633" | b"697" | b"1337" => {}
            _ => {
                let name: String = String::from_utf8_lossy(command)
                    .chars()
                    .filter(char::is_ascii_alphanumeric)
                    .take(8)
                    .collect();
                self.control(format!("OSC {name}"));
            }
        }
    }

    fn hook(&mut self, _params: &Params, _marks: &[u8], _ignore: bool, _action: char) {
        self.control("DCS".to_owned());
    }

    fn esc_dispatch(&mut self, _marks: &[u8], _ignore: bool, byte: u8) {
        if byte == b'c' {
            self.style = Style::default();
        }
    }
}
