//! What a message asks for in plain words, as its conversation's protocol says it.

use model::view::{Language, RowBody};
use model::{Item, ItemBody, ProtocolId};
use protocols::Asked;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// None where what is sent is what the user said.
pub(crate) fn asked(protocol: &ProtocolId, form: &Map<String, Value>, text: &str) -> Option<Asked> {
    protocols::find(&protocol.0)?.asked?(form, text)
}

/// The words by language, as a window takes them.
pub(crate) fn by_language(
    protocol: &ProtocolId,
    form: &Map<String, Value>,
    text: &str,
) -> Option<BTreeMap<String, String>> {
    let asked = asked(protocol, form, text)?;
    // Files of a project may have names that are not what they look like.
    let word = |language: &str, text: &str| {
        let masked = secrets::known().text(text);
        (language.to_owned(), render::visible(&masked))
    };
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

impl crate::conversation::Context {
    /// The words in the user's language, for what is written down once.
    pub(crate) fn in_words(
        &self,
        protocol: &ProtocolId,
        form: &Map<String, Value>,
        text: &str,
    ) -> Option<String> {
        let asked = asked(protocol, form, text)?;
        let variable = |name: &str| {
            let mut environment = self.options.environment.iter();
            let (_, value) = environment.find(|(known, _)| known == name)?;
            Some(value.to_string_lossy().into_owned())
        };
        let words = match self.settings.get().language.spoken(variable) {
            Language::De => asked.de,
            _ => asked.en,
        };
        Some(render::visible(&words))
    }
}
