//! The tray's menu as `com.canonical.dbusmenu` wants it: a tree with one level.

use super::Entry;
use gtk::glib::{Variant, VariantDict, VariantTy};

/// An entry's number in the protocol; 0 is the menu itself.
fn number(index: usize) -> i32 {
    i32::try_from(index + 1).unwrap_or(i32::MAX)
}

/// The entry with this number.
pub(super) fn entry(entries: &[Entry], number: i32) -> Option<&Entry> {
    entries.get(usize::try_from(number).ok()?.checked_sub(1)?)
}

fn properties(entry: &Entry) -> Variant {
    let dict = VariantDict::new(None);
    match entry {
        Entry::Words(words, _) => {
            // An underscore would mark a key; two are one.
            dict.insert_value("label", &Variant::from(words.replace('_', "__")));
        }
        Entry::Line => dict.insert_value("type", &Variant::from("separator")),
    }
    dict.end()
}

fn node(number: i32, properties: &Variant, children: Vec<Variant>) -> Variant {
    let boxed: Vec<Variant> = children.iter().map(Variant::from_variant).collect();
    let children = Variant::array_from_iter_with_type(VariantTy::VARIANT, boxed);
    Variant::tuple_from_iter([Variant::from(number), properties.clone(), children])
}

/// The answer to `GetLayout`: the revision, and the part below `parent`.
pub(super) fn layout(entries: &[Entry], revision: u32, parent: i32) -> Variant {
    let part = match entry(entries, parent) {
        Some(found) => node(parent, &properties(found), Vec::new()),
        None => {
            let root = VariantDict::new(None);
            root.insert_value("children-display", &Variant::from("submenu"));
            let children = entries
                .iter()
                .enumerate()
                .map(|(index, entry)| node(number(index), &properties(entry), Vec::new()))
                .collect();
            node(0, &root.end(), children)
        }
    };
    Variant::tuple_from_iter([Variant::from(revision), part])
}

/// The answer to `GetGroupProperties`; no numbers are all of them.
pub(super) fn group(entries: &[Entry], wanted: &[i32]) -> Variant {
    let all = entries.iter().enumerate().filter_map(|(index, entry)| {
        let number = number(index);
        (wanted.is_empty() || wanted.contains(&number))
            .then(|| Variant::tuple_from_iter([Variant::from(number), properties(entry)]))
    });
    let ty = VariantTy::new("(ia{sv})").unwrap_or(VariantTy::TUPLE);
    Variant::tuple_from_iter([Variant::array_from_iter_with_type(ty, all)])
}

/// The answer to `GetProperty`.
pub(super) fn property(entries: &[Entry], number: i32, name: &str) -> Variant {
    let value = entry(entries, number)
        .and_then(|entry| VariantDict::new(Some(&properties(entry))).lookup_value(name, None));
    let value = value.unwrap_or_else(|| Variant::from(""));
    Variant::tuple_from_iter([Variant::from_variant(&value)])
}
