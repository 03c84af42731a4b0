//! The archive's part in approvals: rules and the ledger of decisions.

use crate::change::Change;
use crate::decisions::{self, DecisionRecord, LedgerChoices};
use crate::rules::{self, EncodedRules, RuleUse, StoredRules};
use crate::{Archive, ReadError, Receipt, WriteError};
use model::view::{LedgerEntry, LedgerQuery};
use model::{ConversationId, Rule, RuleId};
use std::collections::HashMap;

impl Archive {
    /// Puts all rules, in place of those there are, with a seal over them.
    /// Forced to the disk.
    pub fn put_rules(&self, rules: &[Rule], seal: String) -> Receipt {
        let encoded: Result<Vec<_>, _> = rules
            .iter()
            .map(|rule| serde_json::to_string(rule).map(|body| (rule.id.0.clone(), body)))
            .collect();
        match encoded {
            Ok(rules) => {
                let bytes = 64 + rules.iter().map(|(_, body)| body.len() + 64).sum::<usize>();
                let rows = rules.len() + 1;
                let change = Change::Rules(EncodedRules { rules, seal });
                self.submit(change, bytes, rows, true, true)
            }
            Err(error) => Receipt::settled(Err(WriteError::Rejected {
                reason: error.to_string(),
            })),
        }
    }

    /// All rules, as the file has them now.
    ///
    /// # Errors
    /// Why they cannot be read, one that is damaged among it.
    pub fn rules(&self) -> Result<StoredRules, ReadError> {
        self.read(rules::all)
    }

    /// A rule decided.
    pub fn rule_matched(&self, rule: &RuleId, at: u64) -> Receipt {
        self.submit(Change::RuleMatched(rule.clone(), at), 96, 1, false, false)
    }

    /// How often each rule decided; one that never did is not among them.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn rule_uses(&self) -> Result<HashMap<RuleId, RuleUse>, ReadError> {
        self.read(rules::uses)
    }

    /// Puts entries of the ledger, or what became of them.
    pub fn put_decisions(
        &self,
        conversation: &ConversationId,
        records: Vec<DecisionRecord>,
        durable: bool,
    ) -> Receipt {
        let bytes = records
            .iter()
            .map(|one| 2 * one.args.len() + one.subject.len() + 512)
            .sum();
        let rows = records.len();
        let change = Change::Decisions(conversation.clone(), records);
        self.submit(change, bytes, rows, durable, durable)
    }

    /// The youngest entries a query finds, and how many it finds in all.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn decisions(&self, query: &LedgerQuery) -> Result<(Vec<LedgerEntry>, u64), ReadError> {
        self.read(|conn| decisions::page(conn, query))
    }

    /// Everything a query finds, the youngest first, in handfuls; `take` answers
    /// whether to go on. Its limit and place are not looked at.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn each_decision(
        &self,
        query: &LedgerQuery,
        take: &mut dyn FnMut(Vec<LedgerEntry>) -> bool,
    ) -> Result<(), ReadError> {
        self.read(|conn| decisions::each(conn, query, take))
    }

    /// What the ledger can be narrowed to.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn ledger_choices(&self) -> Result<LedgerChoices, ReadError> {
        self.read(decisions::choices)
    }
}
