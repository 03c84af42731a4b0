//! Links that only the window can open, and images that are never loaded.

use pulldown_cmark::LinkType;

use super::Writer;
use crate::escape::{push_attribute, push_prose, push_source};
use crate::markdown::address::{address, misleads};

/// An image whose description is being read.
pub(super) struct Image {
    pub(super) depth: usize,
    pub(super) address: String,
    pub(super) alt: String,
}

/// A link whose text is being written.
pub(super) struct OpenLink {
    /// The place of the opening tag in the HTML.
    pub(super) at: usize,
    pub(super) address: String,
    pub(super) title: String,
    pub(super) text: String,
}

impl Writer<'_> {
    /// A reference's address and title are those of the whole document's first
    /// definition, not of the piece's.
    pub(super) fn resolved(
        &self,
        kind: LinkType,
        url: &str,
        title: &str,
        id: &str,
    ) -> (String, String) {
        let is_reference = !matches!(
            kind,
            LinkType::Inline | LinkType::Autolink | LinkType::Email
        );
        if is_reference && let Some(found) = self.definitions.borrow().link(id) {
            return (found.address.clone(), found.title.clone());
        }
        if kind == LinkType::Email {
            return (format!("mailto:{url}"), title.to_owned());
        }
        (url.to_owned(), title.to_owned())
    }

    /// Wraps what was written since the link began: in a link without `href`
    /// that the window may open on a click, or as text with its address shown.
    pub(super) fn end_link(&mut self) {
        let Some(link) = self.link.take() else {
            return;
        };
        let inner = self.html.split_off(link.at);
        if link.address.is_empty() {
            self.html.push_str(&inner);
            return;
        }
        let Some(address) = address(&link.address) else {
            self.html.push_str("<span class=\"md-link-refused\">");
            self.html.push_str(&inner);
            if link.text.trim() != link.address {
                self.html.push_str(" <span class=\"md-link-address\">");
                push_source(&mut self.html, crate::json::head(&link.address, 2_000));
                self.html.push_str("</span>");
            }
            self.html.push_str("</span>");
            return;
        };
        let warn = address.odd || misleads(&link.text, &address.host);
        self.html.push_str(if warn {
            "<a class=\"md-link md-link-warn\" role=\"link\" tabindex=\"0\" data-href=\""
        } else {
            "<a class=\"md-link\" role=\"link\" tabindex=\"0\" data-href=\""
        });
        push_attribute(&mut self.html, &address.href);
        self.html.push_str("\" data-host=\"");
        push_attribute(&mut self.html, &address.host);
        self.html.push_str("\" title=\"");
        if !link.title.is_empty() {
            push_attribute(&mut self.html, &link.title);
            self.html.push_str("&#10;");
        }
        push_attribute(&mut self.html, &address.href);
        self.html.push_str("\">");
        self.html.push_str(&inner);
        self.html.push_str("</a>");
    }

    /// An image is never loaded: its place says what it is and where it would
    /// come from.
    pub(super) fn end_image(&mut self) {
        let Some(image) = self.image.take() else {
            return;
        };
        self.add_link_text(&image.alt);
        let from = address(&image.address);
        self.html.push_str("<span class=\"md-image-blocked\"");
        if let Some(from) = from.as_ref().filter(|from| from.href.starts_with("http")) {
            self.html.push_str(" data-src=\"");
            push_attribute(&mut self.html, &from.href);
            self.html.push('"');
        }
        self.html.push_str("><span class=\"md-image-alt\">");
        push_prose(&mut self.html, &image.alt);
        self.html.push_str("</span>");
        let host = match &from {
            Some(from) => from.host.clone(),
            None => crate::json::head(&image.address, 40)
                .split(',')
                .next()
                .unwrap_or("")
                .to_owned(),
        };
        if !host.is_empty() {
            self.html.push_str(" <span class=\"md-image-host\">");
            push_source(&mut self.html, &host);
            self.html.push_str("</span>");
        }
        self.html.push_str("</span>");
    }
}
