//! Full-text search. What a user types is words, never query syntax.

use crate::schema::TOKENIZER;
use crate::{Hit, text};
use model::{ConversationId, Item, ItemId, ProtocolId};
use rusqlite::{Connection, params};
use std::ops::Range;

/// Words of a search that are looked at.
const MOST_WORDS: usize = 32;
/// Hits a search gives at most.
const MOST_HITS: u32 = 500;
/// Terms of a snippet.
const SNIPPET_TERMS: u32 = 16;
/// Characters of a text's first words at most.
const LONGEST_BEGINNING: usize = 200;
/// Stand around what was found, in a snippet that SQLite cuts. Control
/// characters, so that no text has them by chance; they are taken out of it before.
const OPEN: char = '\u{1}';
const CLOSE: char = '\u{2}';

/// Items that hold all words of `typed`, the youngest first. A word matches
/// from its beginning, without regard to case and accents.
pub(crate) fn search(
    conn: &Connection,
    typed: &str,
    before: Option<i64>,
    limit: u32,
    shown: &dyn Fn(&ProtocolId, Item) -> Item,
) -> rusqlite::Result<Vec<Hit>> {
    let Some(query) = query(typed) else {
        return Ok(Vec::new());
    };
    // CROSS JOIN keeps the index outermost, where its order costs no sorting.
    let found: Vec<Found> = conn
        .prepare_cached(
            "SELECT c.name, i.place, i.item, i.body, s.rowid, c.title, c.protocol
             FROM search s CROSS JOIN items i ON i.id = s.rowid
                           CROSS JOIN conversations c ON c.id = i.conversation
             WHERE search MATCH ?1 AND s.rowid < ?3 ORDER BY s.rowid DESC LIMIT ?2",
        )?
        .query_map(
            params![query, limit.min(MOST_HITS), before.unwrap_or(i64::MAX)],
            |row| {
                let hit = Hit {
                    row: row.get(4)?,
                    title: row.get(5)?,
                    at: 0,
                    conversation: ConversationId(row.get(0)?),
                    place: row.get(1)?,
                    item_id: ItemId(row.get(2)?),
                    snippet: String::new(),
                    marks: Vec::new(),
                };
                Ok(Found {
                    hit,
                    body: row.get(3)?,
                    protocol: ProtocolId(row.get(6)?),
                })
            },
        )?
        .collect::<rusqlite::Result<_>>()?;
    if found.is_empty() {
        return Ok(Vec::new());
    }
    snippets(found, &query, shown)
}

struct Found {
    hit: Hit,
    body: String,
    protocol: ProtocolId,
}

/// The index keeps no text, so the few that were found are indexed once more,
/// in memory, to cut their snippets by the very same rules.
fn snippets(
    found: Vec<Found>,
    query: &str,
    shown: &dyn Fn(&ProtocolId, Item) -> Item,
) -> rusqlite::Result<Vec<Hit>> {
    let scratch = Connection::open_in_memory()?;
    scratch.execute_batch(&format!(
        "CREATE VIRTUAL TABLE found USING fts5 (text, {TOKENIZER}); BEGIN"
    ))?;
    let mut hits = Vec::with_capacity(found.len());
    {
        let mut insert = scratch.prepare("INSERT INTO found (rowid, text) VALUES (?1, ?2)")?;
        for (row, one) in (0_i64..).zip(found) {
            let Found {
                mut hit,
                body,
                protocol,
            } = one;
            let item: Option<Item> = serde_json::from_str(&body).ok();
            let item = item.map(|item| shown(&protocol, item));
            let plain = item.as_ref().map_or(String::new(), text::of);
            hit.at = item.map_or(0, |item| item.started_at);
            // What was found may not be in what is shown of it.
            hit.snippet = beginning(&plain);
            let clean = text::segment(&plain).replace([OPEN, CLOSE], " ");
            insert.execute(params![row, clean])?;
            hits.push(hit);
        }
    }
    let mut cut = scratch.prepare(
        "SELECT rowid, snippet(found, 0, char(1), char(2), '…', ?2) FROM found WHERE found MATCH ?1",
    )?;
    let mut rows = cut.query(params![query, SNIPPET_TERMS])?;
    while let Some(row) = rows.next()? {
        let number: u32 = row.get(0)?;
        if let Some(hit) = hits.get_mut(number as usize) {
            (hit.snippet, hit.marks) = marked(&text::join(&row.get::<_, String>(1)?));
        }
    }
    Ok(hits)
}

/// The first words of a text.
fn beginning(text: &str) -> String {
    let terms = SNIPPET_TERMS as usize;
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).take(terms).collect();
    words.join(" ").chars().take(LONGEST_BEGINNING).collect()
}

/// Takes the marks out of a snippet.
fn marked(cut: &str) -> (String, Vec<Range<usize>>) {
    let mut snippet = String::with_capacity(cut.len());
    let mut marks: Vec<Range<usize>> = Vec::new();
    let mut start = None;
    for c in cut.chars() {
        match c {
            OPEN => start = Some(snippet.len()),
            CLOSE => {
                if let Some(start) = start.take() {
                    match marks.last_mut() {
                        Some(last) if last.end == start => last.end = snippet.len(),
                        _ => marks.push(start..snippet.len()),
                    }
                }
            }
            c if c.is_control() => snippet.push(' '),
            c => snippet.push(c),
        }
    }
    (snippet, marks)
}

/// Words as quoted prefixes, all of which must be there. None where nothing in
/// `typed` can be found: quotes, brackets and the like alone.
fn query(typed: &str) -> Option<String> {
    let mut query = String::new();
    for word in typed
        .split_whitespace()
        .filter(|word| word.chars().any(text::is_term))
        .take(MOST_WORDS)
    {
        if !query.is_empty() {
            query.push_str(" AND ");
        }
        query.push('"');
        // A zero byte would end the query, a quote the word.
        query.push_str(&text::segment(word).replace(['\0', '"'], " "));
        query.push('"');
        // One letter begins too many words.
        if word.chars().filter(|c| text::is_term(*c)).count() > 1 {
            query.push('*');
        }
    }
    (!query.is_empty()).then_some(query)
}
