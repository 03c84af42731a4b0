//! What windows looked like inside, and where their readers were.

use super::Places;
use model::ConversationId;
use model::view::{ScrollMemory, ScrollPlace, WindowMemory};

/// Readers' places that are kept, the last ones.
const MOST: usize = 200;

impl Places {
    /// What a window looked like, by its label.
    pub(crate) fn memory(&self, label: &str) -> WindowMemory {
        self.saved()
            .memories
            .get(label)
            .cloned()
            .unwrap_or_default()
    }

    /// Keeps what a window looks like.
    pub(crate) fn remember(&self, label: &str, memory: WindowMemory) {
        {
            let mut saved = self.saved();
            if saved.memories.get(label) == Some(&memory) {
                return;
            }
            saved.memories.insert(label.to_owned(), memory);
        }
        self.changed.notify_one();
    }

    /// Where readers were in their conversations.
    pub(crate) fn scrolled(&self) -> Vec<ScrollMemory> {
        self.saved().scroll.clone()
    }

    /// Keeps where a reader is; none is the end, which needs no keeping.
    pub(crate) fn scroll(&self, conversation: &ConversationId, at: Option<ScrollPlace>) {
        {
            let mut saved = self.saved();
            saved
                .scroll
                .retain(|kept| kept.conversation != *conversation);
            if at.is_some() {
                saved.scroll.push(ScrollMemory {
                    conversation: conversation.clone(),
                    at,
                });
            }
            let over = saved.scroll.len().saturating_sub(MOST);
            saved.scroll.drain(..over);
        }
        self.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::Places;
    use super::MOST;
    use model::ConversationId;
    use model::view::{PageMemory, ScrollMemory, ScrollPlace, WindowMemory};

    #[test]
    fn c68_page_side_and_reading_places_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let memory = WindowMemory {
            page: Some(PageMemory {
                id: "settings".to_owned(),
                part: Some("storage".to_owned()),
            }),
            panel: Some("changes".to_owned()),
            folded: vec!["archived".to_owned()],
        };
        let at = |place| Some(ScrollPlace { place, offset: -3 });
        let places = Places::load(folder.path());
        places.remember("main", memory.clone());
        for n in 0..MOST + 3 {
            let id = ConversationId::from(format!("{n}").as_str());
            places.scroll(&id, at(7));
        }
        places.scroll(&ConversationId::from("9"), at(8));
        places.scroll(&ConversationId::from("10"), None);
        places.write();

        let again = Places::load(folder.path());
        assert_eq!(again.memory("main"), memory);
        assert_eq!(again.memory("conversation-9"), WindowMemory::default());
        let scroll = again.scrolled();
        assert_eq!(scroll.len(), MOST - 1);
        assert_eq!(
            scroll.last(),
            Some(&ScrollMemory {
                conversation: ConversationId::from("9"),
                at: at(8),
            })
        );
        let known = |id: &str| scroll.iter().any(|kept| kept.conversation.as_str() == id);
        assert!(!known("0") && !known("10") && known("11"));
    }
}
