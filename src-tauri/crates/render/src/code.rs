//! Code: colours by class, and long code cut into continuing blocks.
//!
//! The highlighter works line by line and keeps its state between calls, so a
//! fence that streams is coloured one finished piece at a time and the result
//! is the one the whole text would give.

use std::collections::HashMap;
use std::sync::OnceLock;

use model::view::{Block, BlockKind};
use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxSet};

use crate::escape::{push_attribute, push_source};
use crate::json::head;

/// Code longer than this in all is no longer coloured.
const MAX_COLOURED: usize = 64 * 1024;
/// Longer lines stay plain: minified code costs much and says little.
const MAX_COLOURED_LINE: usize = 2_000;
/// One block of code has at most this many lines …
pub(crate) const PIECE_LINES: usize = 400;
/// … and bytes; what follows continues in another block.
pub(crate) const PIECE_BYTES: usize = 32 * 1024;

/// `text` as one highlighted block. `language` is a name or a file's suffix, as
/// after a fence; unknown ones stay plain, and so does code over 64 KiB.
pub fn code(text: &str, language: &str) -> Block {
    let language = label(language);
    let body = coloured(text, &language);
    code_block(&body, &language, false)
}

/// What follows a fence, as a label: its first word.
pub(crate) fn label(info: &str) -> String {
    let word = info
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}'))
        .find(|word| !word.is_empty())
        .unwrap_or("");
    head(word, 64).to_owned()
}

/// A block around a body that is HTML already.
pub(crate) fn code_block(body: &str, language: &str, continues: bool) -> Block {
    let mut html = opening(language, continues);
    html.push_str(body);
    html.push_str(CLOSING);
    Block {
        kind: BlockKind::Code,
        html,
        label: language.to_owned(),
    }
}

/// What stands before the code of a block.
pub(crate) fn opening(language: &str, continues: bool) -> String {
    let mut html = String::from("<pre class=\"md-code");
    if continues {
        html.push_str(" md-code-more");
    }
    html.push('"');
    if !language.is_empty() {
        html.push_str(" data-language=\"");
        push_attribute(&mut html, language);
        html.push('"');
    }
    html.push_str("><code>");
    html
}

/// What stands after it.
pub(crate) const CLOSING: &str = "</code></pre>";

/// The whole of `text` in colours, or plain when it is too long for that.
pub(crate) fn coloured(text: &str, language: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    if text.len() > MAX_COLOURED {
        push_source(&mut out, text);
    } else {
        Colours::new(language).push(text, &mut out);
    }
    out
}

/// A line in the pieces that blocks are cut at: itself, unless it is very long.
pub(crate) fn line_pieces(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let piece = head(rest, PIECE_BYTES);
        rest = &rest[piece.len()..];
        Some(piece)
    })
}

/// Finished code as blocks of at most 400 lines.
pub(crate) fn code_blocks(text: &str, language: &str) -> Vec<Block> {
    let mut cutter = Cutter::new(language);
    let mut blocks = Vec::new();
    for line in text.split_inclusive('\n') {
        for piece in line_pieces(line) {
            blocks.extend(cutter.push(piece));
        }
    }
    blocks.push(cutter.finish());
    blocks
}

/// Gathers pieces of code and gives out a coloured block when one is full.
pub(crate) struct Cutter {
    language: String,
    colours: Colours,
    /// The source of the block being gathered.
    pub(crate) open: String,
    lines: usize,
    /// Whether a block was given out before.
    pub(crate) continues: bool,
}

impl Cutter {
    pub(crate) fn new(language: &str) -> Self {
        Self {
            language: language.to_owned(),
            colours: Colours::new(language),
            open: String::new(),
            lines: 0,
            continues: false,
        }
    }

    /// Whether `piece` no longer fits in the block being gathered.
    pub(crate) fn is_full_for(&self, piece: usize) -> bool {
        !self.open.is_empty()
            && (self.lines >= PIECE_LINES || self.open.len() + piece > PIECE_BYTES)
    }

    /// Takes one piece; returns the block that it no longer fits in.
    pub(crate) fn push(&mut self, piece: &str) -> Option<Block> {
        let full = self.is_full_for(piece.len()).then(|| self.take());
        self.open.push_str(piece);
        self.lines += usize::from(piece.ends_with('\n'));
        full
    }

    /// The last block.
    pub(crate) fn finish(mut self) -> Block {
        self.take()
    }

    fn take(&mut self) -> Block {
        let mut body = String::with_capacity(self.open.len() * 2);
        self.colours.push(&self.open, &mut body);
        let block = code_block(&body, &self.language, self.continues);
        self.open.clear();
        self.lines = 0;
        self.continues = true;
        block
    }
}

/// A highlighter's state between two pieces of the same code.
pub(crate) struct Colours {
    state: Option<(ParseState, ScopeStack)>,
    seen: usize,
}

impl Colours {
    pub(crate) fn new(language: &str) -> Self {
        let state = syntax(language).map(|state| (state, ScopeStack::new()));
        Self { state, seen: 0 }
    }

    /// Appends whole lines as HTML.
    fn push(&mut self, text: &str, out: &mut String) {
        self.seen += text.len();
        if self.seen > MAX_COLOURED {
            self.state = None;
        }
        if self.state.is_none() {
            push_source(out, text);
            return;
        }
        for line in text.split_inclusive('\n') {
            let mut spans = Spans::default();
            let mut at = 0;
            for (end, class) in self.line(line) {
                spans.push(out, &line[at..end], class);
                at = end;
            }
            spans.close(out);
        }
    }

    /// The pieces of one line with their line end: where each ends, and its class.
    pub(crate) fn line(&mut self, line: &str) -> Vec<(usize, Option<&'static str>)> {
        let plain = vec![(line.len(), None)];
        let Some((state, stack)) = &mut self.state else {
            return plain;
        };
        if line.len() > MAX_COLOURED_LINE {
            return plain;
        }
        let Ok(ops) = state.parse_line(line, &syntaxes().set) else {
            return plain;
        };
        let mut pieces = Vec::with_capacity(ops.len() + 1);
        for (index, op) in ops {
            pieces.push((index, class_of(stack)));
            // A stack that cannot be changed as asked only costs colours.
            let _ = stack.apply(&op);
        }
        pieces.push((line.len(), class_of(stack)));
        pieces
    }
}

/// Joins neighbours of one class into one span.
#[derive(Default)]
struct Spans {
    open: Option<&'static str>,
}

impl Spans {
    fn push(&mut self, out: &mut String, text: &str, class: Option<&'static str>) {
        if text.is_empty() {
            return;
        }
        // White space needs no colour of its own.
        if self.open != class && !text.trim().is_empty() {
            self.close(out);
            if let Some(class) = class {
                out.push_str("<span class=\"");
                out.push_str(class);
                out.push_str("\">");
                self.open = Some(class);
            }
        }
        push_source(out, text);
    }

    fn close(&mut self, out: &mut String) {
        if self.open.take().is_some() {
            out.push_str("</span>");
        }
    }
}

struct Syntaxes {
    set: SyntaxSet,
    /// Lower-case name or suffix → index into the set.
    names: HashMap<String, usize>,
    classes: Vec<(Scope, Option<&'static str>)>,
}

/// The grammars: unpacked once, when the first code block is coloured.
fn syntaxes() -> &'static Syntaxes {
    static SYNTAXES: OnceLock<Syntaxes> = OnceLock::new();
    SYNTAXES.get_or_init(|| {
        let set = SyntaxSet::load_defaults_newlines();
        let mut names = HashMap::new();
        for (index, syntax) in set.syntaxes().iter().enumerate() {
            names.entry(syntax.name.to_lowercase()).or_insert(index);
        }
        for (index, syntax) in set.syntaxes().iter().enumerate() {
            for suffix in &syntax.file_extensions {
                names.entry(suffix.to_lowercase()).or_insert(index);
            }
        }
        for (alias, name) in ALIASES {
            if let Some(&index) = names.get(*name) {
                names.insert((*alias).to_owned(), index);
            }
        }
        let classes = CLASSES
            .iter()
            .filter_map(|(scope, class)| Some((Scope::new(scope).ok()?, *class)))
            .collect();
        Syntaxes {
            set,
            names,
            classes,
        }
    })
}

/// What people write after a fence → a grammar's name in lower case. TypeScript
/// and its kin borrow JavaScript's grammar: keywords, strings and comments agree.
const ALIASES: &[(&str, &str)] = &[
    ("bash", "bourne again shell (bash)"),
    ("sh", "bourne again shell (bash)"),
    ("shell", "bourne again shell (bash)"),
    ("console", "bourne again shell (bash)"),
    ("shellscript", "bourne again shell (bash)"),
    ("zsh", "bourne again shell (bash)"),
    ("ts", "javascript"),
    ("tsx", "javascript"),
    ("jsx", "javascript"),
    ("mjs", "javascript"),
    ("cjs", "javascript"),
    ("typescript", "javascript"),
    ("node", "javascript"),
    ("svelte", "html"),
    ("vue", "html"),
    ("json5", "json"),
    ("jsonc", "json"),
    ("jsonl", "json"),
    ("ndjson", "json"),
    ("scss", "css"),
    ("less", "css"),
    ("python3", "python"),
    ("golang", "go"),
    ("patch", "diff"),
    ("cpp", "c++"),
    ("csharp", "c#"),
    ("objc", "objective-c"),
    ("make", "makefile"),
    ("regex", "regular expression"),
    ("toml", "java properties"),
    ("ini", "java properties"),
    ("kotlin", "java"),
    ("kt", "java"),
];

fn syntax(language: &str) -> Option<ParseState> {
    let language = language.to_lowercase();
    if language.is_empty() || matches!(language.as_str(), "text" | "txt" | "plain" | "plaintext") {
        return None;
    }
    let all = syntaxes();
    let index = all.names.get(&language)?;
    Some(ParseState::new(&all.set.syntaxes()[*index]))
}

/// Scope prefixes, the particular before the general. `None` is a barrier: what
/// is around it (a string around an embedded expression) gives no colour.
const CLASSES: &[(&str, Option<&str>)] = &[
    ("comment", Some("tok-comment")),
    ("punctuation.definition.comment", Some("tok-comment")),
    ("constant.character.escape", Some("tok-escape")),
    ("punctuation.definition.string", Some("tok-string")),
    ("string", Some("tok-string")),
    ("constant.numeric", Some("tok-number")),
    ("constant", Some("tok-constant")),
    ("variable.language", Some("tok-constant")),
    ("keyword.operator.word", Some("tok-keyword")),
    ("keyword.operator.logical.python", Some("tok-keyword")),
    ("keyword.operator", Some("tok-operator")),
    ("keyword", Some("tok-keyword")),
    ("storage", Some("tok-keyword")),
    ("entity.name.function", Some("tok-function")),
    ("entity.name.macro", Some("tok-function")),
    ("support.function", Some("tok-function")),
    ("support.macro", Some("tok-function")),
    ("variable.function", Some("tok-function")),
    ("entity.name.tag", Some("tok-tag")),
    ("entity.other.attribute-name", Some("tok-attribute")),
    ("support.type.property-name", Some("tok-attribute")),
    ("entity.name.section", Some("tok-heading")),
    ("entity.name", Some("tok-type")),
    ("entity.other.inherited-class", Some("tok-type")),
    ("support.type", Some("tok-type")),
    ("support.class", Some("tok-type")),
    ("variable.parameter", Some("tok-variable")),
    ("markup.heading", Some("tok-heading")),
    ("markup.inserted", Some("tok-inserted")),
    ("markup.deleted", Some("tok-deleted")),
    ("meta.diff.header", Some("tok-meta")),
    ("meta.diff.range", Some("tok-meta")),
    ("meta.annotation", Some("tok-meta")),
    ("meta.preprocessor", Some("tok-meta")),
    ("source", None),
    ("meta.template.expression", None),
    ("meta.interpolation", None),
];

fn class_of(stack: &ScopeStack) -> Option<&'static str> {
    let classes = &syntaxes().classes;
    for scope in stack.as_slice().iter().rev() {
        for (prefix, class) in classes {
            if prefix.is_prefix_of(*scope) {
                return *class;
            }
        }
    }
    None
}
