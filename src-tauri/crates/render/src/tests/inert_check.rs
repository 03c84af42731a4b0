//! Parses HTML as a browser does and compares with the allow-lists.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, ExpandedName, LocalName, QualName, local_name, ns, parse_fragment};

use crate::{classes, inert};

type Node = Rc<(QualName, RefCell<Vec<Attribute>>)>;

/// Records what a parser makes of a text; a tree is not needed for that.
#[derive(Default)]
struct Seen {
    elements: RefCell<Vec<Node>>,
    errors: RefCell<Vec<String>>,
    text: RefCell<String>,
    others: Cell<usize>,
}

fn node(name: &str) -> Node {
    let name = QualName::new(None, ns!(html), LocalName::from(name));
    Rc::new((name, RefCell::default()))
}

impl Seen {
    fn add(&self, child: NodeOrText<Node>) {
        if let NodeOrText::AppendText(text) = child {
            self.text.borrow_mut().push_str(&text);
        }
    }
}

impl TreeSink for Seen {
    type Handle = Node;
    type Output = Self;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Self {
        self
    }
    fn parse_error(&self, message: Cow<'static, str>) {
        self.errors.borrow_mut().push(message.into_owned());
    }
    fn get_document(&self) -> Node {
        node("document")
    }
    fn elem_name<'a>(&'a self, target: &'a Node) -> ExpandedName<'a> {
        target.0.expanded()
    }
    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, _: ElementFlags) -> Node {
        let node = Rc::new((name, RefCell::new(attrs)));
        self.elements.borrow_mut().push(Rc::clone(&node));
        node
    }
    fn create_comment(&self, _: StrTendril) -> Node {
        self.others.set(self.others.get() + 1);
        node("comment")
    }
    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Node {
        self.others.set(self.others.get() + 1);
        node("pi")
    }
    fn append(&self, _: &Node, child: NodeOrText<Node>) {
        self.add(child);
    }
    fn append_based_on_parent_node(&self, _: &Node, _: &Node, child: NodeOrText<Node>) {
        self.add(child);
    }
    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {
        self.others.set(self.others.get() + 1);
    }
    fn get_template_contents(&self, target: &Node) -> Node {
        Rc::clone(target)
    }
    fn same_node(&self, x: &Node, y: &Node) -> bool {
        Rc::ptr_eq(x, y)
    }
    fn set_quirks_mode(&self, _: QuirksMode) {}
    fn append_before_sibling(&self, _: &Node, child: NodeOrText<Node>) {
        self.add(child);
    }
    fn add_attrs_if_missing(&self, target: &Node, attrs: Vec<Attribute>) {
        target.1.borrow_mut().extend(attrs);
    }
    fn remove_from_parent(&self, _: &Node) {}
    fn reparent_children(&self, _: &Node, _: &Node) {}
}

/// What a browser would see: the text, and every breach of the promise.
pub(crate) fn inspect(html: &str) -> (String, Vec<String>) {
    let context = QualName::new(None, ns!(html), local_name!("div"));
    let seen =
        parse_fragment(Seen::default(), Default::default(), context, vec![], false).one(html);
    let mut breaches: Vec<String> = seen.errors.borrow().clone();
    if seen.others.get() > 0 {
        breaches.push("a comment or the like".to_owned());
    }
    for element in seen.elements.borrow().iter() {
        check(element, &mut breaches);
    }
    (seen.text.take(), breaches)
}

fn check(element: &Node, breaches: &mut Vec<String>) {
    let (name, attributes) = &**element;
    let tag = &*name.local;
    // The parser's own root of a fragment.
    if tag == "html" && attributes.borrow().is_empty() {
        return;
    }
    let math = name.ns == ns!(mathml);
    let (elements, allowed) = if math {
        (inert::MATH_ELEMENTS, inert::MATH_ATTRIBUTES)
    } else {
        (inert::ELEMENTS, inert::ATTRIBUTES)
    };
    if !elements.contains(&tag) || !(math || name.ns == ns!(html)) {
        breaches.push(format!("element {tag} of {}", name.ns));
    }
    for attribute in attributes.borrow().iter() {
        let (key, value) = (&*attribute.name.local, &*attribute.value);
        let fits = match key {
            "class" => value.split(' ').all(|class| classes::ALL.contains(&class)),
            "src" => {
                tag == "img"
                    && ["png", "jpeg", "gif", "webp"]
                        .iter()
                        .any(|kind| value.starts_with(&format!("data:image/{kind};base64,")))
            }
            "data-href" => {
                let value = value.to_ascii_lowercase();
                value.starts_with("http://")
                    || value.starts_with("https://")
                    || value.starts_with("mailto:")
            }
            "data-src" => value.to_ascii_lowercase().starts_with("http"),
            "start" | "width" | "height" if !math => value.bytes().all(|b| b.is_ascii_digit()),
            "role" => matches!(value, "link" | "checkbox"),
            _ => true,
        };
        if !allowed.contains(&key) || !fits {
            breaches.push(format!("{tag} has {key}={value:?}"));
        }
    }
}

/// Fails unless every block's HTML is well formed and on the list; returns the
/// text a browser would show.
#[track_caller]
pub(crate) fn assert_inert(blocks: &[crate::Block], source: &str) -> String {
    let mut all = String::new();
    for block in blocks {
        let (text, breaches) = inspect(&block.html);
        assert!(
            breaches.is_empty(),
            "{breaches:?}\nin {}\nfrom {source:?}",
            block.html
        );
        all.push_str(&text);
    }
    all
}
