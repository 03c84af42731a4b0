//! The ledger of decisions: kept when the conversation is deleted, but for its
//! arguments.

use crate::change::{int, nat};
use model::view::{LedgerBy, LedgerEntry, LedgerOutcome, LedgerQuery};
use model::{ConversationId, Decider, Decision, ItemId, ProfileId, RiskClass, ToolKind};
use rusqlite::types::Value as Sql;
use rusqlite::{Connection, Row, params, params_from_iter};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Entries read at a time where the caller does not say.
const PAGE: u32 = 100;
const LONGEST_PAGE: u32 = 500;

/// One call that was asked about, or should have been, as it stands now. The
/// same conversation and item again is the same entry.
#[derive(Debug, Clone, PartialEq)]
pub struct DecisionRecord {
    /// The row that shows the call.
    pub item: ItemId,
    /// The conversation's title.
    pub title: String,
    /// The profile.
    pub profile: ProfileId,
    /// The agent's name.
    pub agent: String,
    /// Absolute path of the workspace folder.
    pub workspace: String,
    /// The tool.
    pub tool: String,
    /// What it does.
    pub kind: ToolKind,
    /// The argument that matters, in one line.
    pub subject: String,
    /// The raw arguments, cut where they are long.
    pub args: String,
    /// Length of the raw arguments in bytes.
    pub args_bytes: u64,
    /// SHA-256, lower-case hex, of the raw argument bytes.
    pub args_sha256: String,
    /// The host's judgement.
    pub risk: RiskClass,
    /// When it was asked, milliseconds since the Unix epoch.
    pub requested_at: u64,
    /// The answer and when it was given.
    pub answered: Option<model::Answered>,
    /// Who answered, as the text of a [`Decider`].
    pub by: String,
    /// What became of it.
    pub outcome: LedgerOutcome,
    /// Why it expired, where it did.
    pub expiry: Option<model::ExpiryReason>,
}

/// A plain enum's name, as JSON spells it.
fn word<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

fn unword<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let word: String = row.get(column)?;
    serde_json::from_value(serde_json::Value::String(word)).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(
            column,
            rusqlite::types::Type::Text,
            Box::new(error),
        )
    })
}

fn by_kind(text: &str) -> LedgerBy {
    match Decider::from_text(text) {
        Some(Decider::You) => LedgerBy::You,
        Some(Decider::CommandLine) => LedgerBy::CommandLine,
        Some(Decider::Mode { .. }) => LedgerBy::Mode,
        Some(Decider::Rule { .. }) => LedgerBy::Rule,
        None => LedgerBy::Nobody,
    }
}

pub(crate) fn put(
    conn: &Connection,
    conversation: &ConversationId,
    record: &DecisionRecord,
) -> rusqlite::Result<()> {
    let (decision, always, reason) = match record.answered.as_ref().map(|one| &one.decision) {
        Some(Decision::Allow { scope }) => {
            ("allow", *scope == model::AllowScope::Always, String::new())
        }
        Some(Decision::Deny { reason }) => ("deny", false, reason.clone()),
        None => ("", false, String::new()),
    };
    let found_in = found_in([
        &record.title,
        &record.tool,
        &record.subject,
        &record.args,
        &reason,
    ]);
    conn.prepare_cached(
        "INSERT INTO decisions (conversation, item, title, profile, agent, workspace, tool, kind,
             subject, args, args_bytes, args_sha256, risk, requested_at, decided_at, decision,
             always, reason, decided_by, by_kind, outcome, expiry, found_in)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
             ?18, ?19, ?20, ?21, ?22, ?23)
         ON CONFLICT (conversation, item) DO UPDATE SET title = excluded.title,
             decided_at = excluded.decided_at, decision = excluded.decision,
             always = excluded.always, reason = excluded.reason,
             decided_by = excluded.decided_by, by_kind = excluded.by_kind,
             outcome = excluded.outcome, expiry = excluded.expiry, found_in = excluded.found_in",
    )?
    .execute(params![
        conversation.0,
        record.item.0,
        record.title,
        record.profile.0,
        record.agent,
        record.workspace,
        record.tool,
        word(&record.kind),
        record.subject,
        record.args,
        int(record.args_bytes),
        record.args_sha256,
        word(&record.risk),
        int(record.requested_at),
        record.answered.as_ref().map(|one| int(one.at)),
        decision,
        always,
        reason,
        record.by,
        word(&by_kind(&record.by)),
        word(&record.outcome),
        record
            .expiry
            .map_or_else(String::new, |expiry| word(&expiry)),
        found_in,
    ])?;
    Ok(())
}

/// All that is searched: title, tool, subject, arguments, reason.
fn found_in(texts: [&str; 5]) -> String {
    texts.map(str::to_lowercase).join("\n")
}

/// The words of an entry in other words.
pub(crate) fn put_words(conn: &Connection, entry: &LedgerEntry) -> rusqlite::Result<()> {
    let found_in = found_in([
        &entry.title,
        &entry.tool,
        &entry.subject,
        &entry.args,
        &entry.reason,
    ]);
    conn.prepare_cached(
        "UPDATE decisions SET title = ?2, subject = ?3, args = ?4, reason = ?5, found_in = ?6
         WHERE id = ?1",
    )?
    .execute(params![
        entry.id,
        entry.title,
        entry.subject,
        entry.args,
        entry.reason,
        found_in
    ])?;
    Ok(())
}

/// Of a deleted conversation only what was decided stays, and the hash of what about.
pub(crate) fn forget_words(conn: &Connection, conversation: &str) -> rusqlite::Result<()> {
    conn.execute(
        "UPDATE decisions SET title = '', subject = '', args = '', reason = '', found_in = ''
         WHERE conversation = ?1",
        [conversation],
    )?;
    Ok(())
}

/// The condition of a query and what it binds.
fn condition(query: &LedgerQuery, paged: bool) -> (String, Vec<Sql>) {
    let mut sql = "1".to_owned();
    let mut bound: Vec<Sql> = Vec::new();
    let mut add = |clause: &str, value: Sql| {
        sql.push_str(" AND ");
        sql.push_str(clause);
        bound.push(value);
    };
    for text in query.text.split_whitespace() {
        add("instr(found_in, ?) > 0", Sql::Text(text.to_lowercase()));
    }
    if let Some(id) = &query.conversation {
        add("conversation = ?", Sql::Text(id.0.clone()));
    }
    if let Some(id) = &query.profile {
        add("profile = ?", Sql::Text(id.0.clone()));
    }
    if let Some(tool) = &query.tool {
        add("tool = ?", Sql::Text(tool.clone()));
    }
    if let Some(decision) = &query.decision {
        add("decision = ?", Sql::Text(word(decision)));
    }
    if let Some(by) = &query.by {
        add("by_kind = ?", Sql::Text(word(by)));
    }
    if let Some(outcome) = &query.outcome {
        add("outcome = ?", Sql::Text(word(outcome)));
    }
    if let Some(from) = query.from {
        add("requested_at >= ?", Sql::Integer(int(from)));
    }
    if let Some(until) = query.until {
        add("requested_at < ?", Sql::Integer(int(until)));
    }
    if let (Some(before), true) = (query.before, paged) {
        add("id < ?", Sql::Integer(before));
    }
    (sql, bound)
}

const COLUMNS: &str = "id, conversation, title, profile, agent, workspace, item, tool, kind,
    subject, args, args_bytes, args_sha256, risk, requested_at, decided_at, decision, always,
    reason, decided_by, outcome, expiry";

fn entry(row: &Row<'_>) -> rusqlite::Result<LedgerEntry> {
    let requested_at = row.get(14).map(nat)?;
    let decided_at = row.get::<_, Option<i64>>(15)?.map(nat);
    let by: String = row.get(19)?;
    let decision: String = row.get(16)?;
    let expiry: String = row.get(21)?;
    Ok(LedgerEntry {
        id: row.get(0)?,
        conversation: ConversationId(row.get(1)?),
        title: row.get(2)?,
        profile: ProfileId(row.get(3)?),
        agent: row.get(4)?,
        workspace: row.get(5)?,
        workspace_label: String::new(),
        item: ItemId(row.get(6)?),
        tool: row.get(7)?,
        kind: unword(row, 8)?,
        subject: row.get(9)?,
        args: row.get(10)?,
        args_bytes: row.get(11).map(nat)?,
        args_sha256: row.get(12)?,
        risk: unword(row, 13)?,
        requested_at,
        decided_at,
        waited_ms: decided_at.map(|at| at.saturating_sub(requested_at)),
        decision: (!decision.is_empty())
            .then(|| unword(row, 16))
            .transpose()?,
        always: row.get(17)?,
        reason: row.get(18)?,
        by: Decider::from_text(&by),
        outcome: unword(row, 20)?,
        expiry: (!expiry.is_empty()).then(|| unword(row, 21)).transpose()?,
    })
}

/// The youngest entries a query finds, and how many it finds in all.
pub(crate) fn page(
    conn: &Connection,
    query: &LedgerQuery,
) -> rusqlite::Result<(Vec<LedgerEntry>, u64)> {
    let limit = match query.limit {
        0 => PAGE,
        limit => limit.min(LONGEST_PAGE),
    };
    let (sql, bound) = condition(query, false);
    let total = conn
        .prepare_cached(&format!("SELECT count(*) FROM decisions WHERE {sql}"))?
        .query_row(params_from_iter(bound), |row| row.get(0).map(nat))?;
    Ok((some(conn, query, limit)?, total))
}

fn some(conn: &Connection, query: &LedgerQuery, limit: u32) -> rusqlite::Result<Vec<LedgerEntry>> {
    let (sql, bound) = condition(query, true);
    conn.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM decisions WHERE {sql} ORDER BY id DESC LIMIT {limit}"
    ))?
    .query_map(params_from_iter(bound), entry)?
    .collect()
}

/// Everything a query finds, the youngest first, in handfuls: `take` answers
/// whether to go on. No more than one handful is in memory.
pub(crate) fn each(
    conn: &Connection,
    query: &LedgerQuery,
    take: &mut dyn FnMut(Vec<LedgerEntry>) -> bool,
) -> rusqlite::Result<()> {
    let mut query = LedgerQuery {
        before: None,
        ..query.clone()
    };
    loop {
        let entries = some(conn, &query, LONGEST_PAGE)?;
        let Some(last) = entries.last().map(|one| one.id) else {
            return Ok(());
        };
        query.before = Some(last);
        if !take(entries) {
            return Ok(());
        }
    }
}

/// What there is to choose from: tools, profiles with names, conversations with titles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LedgerChoices {
    /// Tools.
    pub tools: Vec<String>,
    /// Profiles: id and name.
    pub profiles: Vec<(ProfileId, String)>,
    /// Conversations: id and title, the youngest first, 200 at most.
    pub conversations: Vec<(ConversationId, String)>,
}

pub(crate) fn choices(conn: &Connection) -> rusqlite::Result<LedgerChoices> {
    Ok(LedgerChoices {
        tools: conn
            .prepare_cached("SELECT DISTINCT tool FROM decisions ORDER BY tool LIMIT 500")?
            .query_map([], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?,
        profiles: conn
            .prepare_cached(
                "SELECT profile, agent, max(id) FROM decisions GROUP BY profile ORDER BY agent",
            )?
            .query_map([], |row| Ok((ProfileId(row.get(0)?), row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?,
        conversations: conn
            .prepare_cached(
                "SELECT conversation, title, max(id) AS last FROM decisions
                 GROUP BY conversation ORDER BY last DESC LIMIT 200",
            )?
            .query_map([], |row| Ok((ConversationId(row.get(0)?), row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?,
    })
}
