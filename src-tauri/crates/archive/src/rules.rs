//! Rules of approvals, what each matched, and the seal over them.

use crate::change::{int, nat};
use model::{Rule, RuleId};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;

/// All rules as they are in the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoredRules {
    /// They, in the order they were made.
    pub rules: Vec<Rule>,
    /// What their owner wrote beside them, to know them again; empty where nothing was.
    pub seal: String,
}

/// How often a rule decided, and when last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RuleUse {
    /// How often.
    pub matched: u64,
    /// When last, milliseconds since the Unix epoch.
    pub last: u64,
}

/// Rules with their bodies encoded, and the seal.
pub(crate) struct EncodedRules {
    pub(crate) rules: Vec<(String, String)>,
    pub(crate) seal: String,
}

/// All of them at once: with a seal over the whole there is no changing one alone.
pub(crate) fn put(conn: &Connection, new: &EncodedRules) -> rusqlite::Result<()> {
    conn.execute("DELETE FROM rules", [])?;
    let mut insert =
        conn.prepare_cached("INSERT INTO rules (id, position, body) VALUES (?1, ?2, ?3)")?;
    for ((id, body), position) in new.rules.iter().zip(0_i64..) {
        insert.execute(params![id, position, body])?;
    }
    conn.execute(
        "INSERT INTO rule_seal (one, seal) VALUES (1, ?1)
         ON CONFLICT DO UPDATE SET seal = excluded.seal",
        [&new.seal],
    )?;
    Ok(())
}

pub(crate) fn matched(conn: &Connection, rule: &RuleId, at: u64) -> rusqlite::Result<()> {
    conn.prepare_cached(
        "INSERT INTO rule_use (rule, matched, last) VALUES (?1, 1, ?2)
         ON CONFLICT DO UPDATE SET matched = matched + 1, last = excluded.last",
    )?
    .execute(params![rule.0, int(at)])?;
    Ok(())
}

pub(crate) fn all(conn: &Connection) -> rusqlite::Result<StoredRules> {
    let rules = conn
        .prepare_cached("SELECT body FROM rules ORDER BY position")?
        .query_map([], |row| {
            let body: String = row.get(0)?;
            serde_json::from_str(&body).map_err(|error| {
                rusqlite::Error::FromSqlConversionFailure(
                    0,
                    rusqlite::types::Type::Text,
                    Box::new(error),
                )
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    let seal: Option<String> = conn
        .prepare_cached("SELECT seal FROM rule_seal WHERE one = 1")?
        .query_row([], |row| row.get(0))
        .optional()?;
    Ok(StoredRules {
        rules,
        seal: seal.unwrap_or_default(),
    })
}

pub(crate) fn uses(conn: &Connection) -> rusqlite::Result<HashMap<RuleId, RuleUse>> {
    conn.prepare_cached("SELECT rule, matched, last FROM rule_use")?
        .query_map([], |row| {
            Ok((
                RuleId(row.get(0)?),
                RuleUse {
                    matched: row.get(1).map(nat)?,
                    last: row.get(2).map(nat)?,
                },
            ))
        })?
        .collect()
}
