//! What a message asks for in plain words, as its conversation's protocol says it.

use crate::conversation::{Context, redaction};
use model::view::{Language, RowBody};
use model::{Asked, Item, ItemBody, ProtocolId};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// None where what is sent is what the user said. Keys are taken out first: words are cut, and
/// names of files are spelled as they would be spoken, so that no key could be found in them.
pub(crate) fn asked(protocol: &ProtocolId, form: &Map<String, Value>, text: &str) -> Option<Asked> {
    let ask = protocols::find(&protocol.0)?.asked?;
    ask(&redaction::form(form), &secrets::known().text(text))
}

/// The words by language, as a window takes them.
pub(crate) fn by_language(
    protocol: &ProtocolId,
    form: &Map<String, Value>,
    text: &str,
) -> Option<BTreeMap<String, String>> {
    let asked = asked(protocol, form, text)?;
    // Files of a project may have names that are not what they look like.
    let word = |language: &str, text: &str| (language.to_owned(), render::visible(text));
    Some(BTreeMap::from([
        word("en", &asked.en),
        word("de", &asked.de),
    ]))
}

/// Tells a row of the user's what it asks for.
pub(crate) fn tell(row: &mut RowBody, item: &Item, protocol: &ProtocolId) {
    if let RowBody::User { asked, .. } = row
        && let ItemBody::User { text, form, .. } = &item.body
    {
        *asked = by_language(protocol, form, text);
    }
}

impl Context {
    /// The words in the user's language, for what is written down once.
    pub(crate) fn in_language(&self, asked: &Asked) -> String {
        let variable = |name: &str| {
            let mut environment = self.options.environment.iter();
            let (_, value) = environment.find(|(known, _)| known == name)?;
            Some(value.to_string_lossy().into_owned())
        };
        let words = match self.settings.get().language.spoken(variable) {
            Language::De => &asked.de,
            _ => &asked.en,
        };
        render::visible(words)
    }

    /// An item as a search shows it: a line of the protocol by what it asks for, and nothing with
    /// a key that was not known as one when it was kept.
    pub(crate) fn as_found(&self, protocol: &ProtocolId, item: Item) -> Item {
        let mut item = redaction::item(item);
        if let ItemBody::User {
            text, form, asked, ..
        } = &mut item.body
            && let Some(words) = self::asked(protocol, form, text)
        {
            *text = self.in_language(&words);
            *asked = None;
        }
        item
    }
}
