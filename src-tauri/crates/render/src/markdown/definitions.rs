//! What a document defines for the whole of itself: link references and
//! footnotes.

use std::collections::{HashMap, HashSet};

/// A reference's address and title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) address: String,
    pub(crate) title: String,
}

/// The definitions seen so far, by folded label. The first of a label wins.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    links: HashMap<String, Reference>,
    footnotes: HashSet<String>,
}

impl Definitions {
    pub(crate) fn link(&self, label: &str) -> Option<&Reference> {
        self.links.get(&folded(label))
    }

    pub(crate) fn define_link(&mut self, label: &str, address: &str, title: &str) {
        self.links
            .entry(folded(label))
            .or_insert_with(|| Reference {
                address: address.to_owned(),
                title: title.to_owned(),
            });
    }

    pub(crate) fn has_footnote(&self, label: &str) -> bool {
        self.footnotes.contains(&folded(label))
    }

    pub(crate) fn define_footnote(&mut self, label: &str) {
        self.footnotes.insert(folded(label));
    }
}

/// Labels match without regard to case and to how much white space is inside.
fn folded(label: &str) -> String {
    let words: Vec<&str> = label.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// The labels of all `[^label]` in `source`, each once.
pub(crate) fn footnote_labels(source: &str) -> Vec<&str> {
    let mut labels = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find("[^") {
        rest = &rest[at + 2..];
        let end = rest.find([']', '[', '\n']).unwrap_or(rest.len());
        let label = &rest[..end];
        if rest[end..].starts_with(']') && !label.trim().is_empty() && !labels.contains(&label) {
            labels.push(label);
        }
    }
    labels
}
