//! How things look: finished, and while they are being typed.

use crate::{BlockKind, Markdown, markdown};

/// The HTML of a whole text.
fn html(text: &str) -> String {
    markdown(text).into_iter().map(|block| block.html).collect()
}

/// The HTML while the text is still being typed.
fn typing(text: &str) -> String {
    let mut markdown = Markdown::new();
    markdown.push(text);
    markdown.blocks().iter().map(|b| b.html.as_str()).collect()
}

#[test]
fn open_marks_are_closed_while_typing() {
    for (text, shown) in [
        ("**bo", "<p><strong>bo</strong></p>\n"),
        ("a **bold", "<p>a <strong>bold</strong></p>\n"),
        ("a **bold*", "<p>a <strong>bold</strong></p>\n"),
        ("a **bold** b", "<p>a <strong>bold</strong> b</p>\n"),
        ("a **", "<p>a</p>\n"),
        ("a *it", "<p>a <em>it</em></p>\n"),
        ("***both", "<p><em><strong>both</strong></em></p>\n"),
        ("**a *b", "<p><strong>a <em>b</em></strong></p>\n"),
        ("~~gone", "<p><del>gone</del></p>\n"),
        ("a `cod", "<p>a <code>cod</code></p>\n"),
        ("a ``co`d", "<p>a <code>co`d</code></p>\n"),
        ("a `", "<p>a</p>\n"),
        ("a [li", "<p>a li</p>\n"),
        ("a [link](htt", "<p>a link</p>\n"),
        ("a [**li", "<p>a <strong>li</strong></p>\n"),
        ("a [link](https://x.y/", "<p>a link</p>\n"),
        ("array[0", "<p>array[0</p>\n"),
        ("2 * 3 * 4", "<p>2 * 3 * 4</p>\n"),
        ("a_b_c", "<p>a_b_c</p>\n"),
        ("note[^1", "<p>note</p>\n"),
        ("x $$\\frac{1", "<p>x <code>$$\\frac{1</code></p>\n"),
        ("costs $5", "<p>costs $5</p>\n"),
        ("a\\", "<p>a</p>\n"),
        (
            "- a\n- **b",
            "<ul>\n<li>a</li>\n<li><strong>b</strong></li>\n</ul>\n",
        ),
        ("# **a", "<h1><strong>a</strong></h1>\n"),
        (
            "> `a",
            "<blockquote>\n<p><code>a</code></p>\n</blockquote>\n",
        ),
    ] {
        assert_eq!(typing(text), shown, "{text:?}");
    }
}

#[test]
fn a_line_that_says_nothing_yet_is_left_out_while_typing() {
    for (text, shown) in [
        ("#", ""),
        ("- ", ""),
        ("1.", ""),
        ("```ru", ""),
        ("``", ""),
        ("> ", ""),
        ("para\n-", "<p>para</p>\n"),
        ("para\n--", "<p>para</p>\n"),
        ("para\n==", "<p>para</p>\n"),
        ("para\n\n2", "<p>para</p>\n"),
        ("- a\n- [", "<ul>\n<li>a</li>\n</ul>\n"),
        ("- a\n- [x]", "<ul>\n<li>a</li>\n</ul>\n"),
        ("> [!NO", ""),
    ] {
        assert_eq!(typing(text), shown, "{text:?}");
    }
}

#[test]
fn code_is_coloured_once_its_fence_closes() {
    let plain = "<pre class=\"md-code\" data-language=\"rust\"><code>fn x() {}\n</code></pre>";
    assert_eq!(typing("```rust\nfn x() {}\n"), plain);
    assert_eq!(typing("```rust\nfn x() {}\n``"), plain);
    let mut markdown = Markdown::new();
    markdown.push("```rust\nfn x() {}\n```\n");
    assert_eq!(markdown.frozen(), 1);
    let block = &markdown.blocks()[0];
    assert_eq!(
        (block.kind, block.label.as_str()),
        (BlockKind::Code, "rust")
    );
    assert_eq!(
        block.html,
        "<pre class=\"md-code\" data-language=\"rust\"><code><span class=\"tok-keyword\">fn \
         </span><span class=\"tok-function\">x</span>() {}\n</code></pre>"
    );
}

#[test]
fn blocks_have_kinds() {
    let kinds: Vec<BlockKind> = markdown(crate::tests::corpus::ANSWER)
        .iter()
        .map(|block| block.kind)
        .filter(|kind| *kind != BlockKind::Prose)
        .collect();
    assert_eq!(kinds, [BlockKind::Code, BlockKind::Math]);
}

#[test]
fn github_marks_become_elements() {
    for (text, shown) in [
        (
            "- [x] a",
            "<ul>\n<li class=\"md-choice\"><span class=\"md-task md-task-done\" role=\"checkbox\" \
             aria-checked=\"true\" aria-disabled=\"true\"></span> a</li>\n</ul>\n",
        ),
        (
            "- [ ] a\n\n- b\n  - [ ] c",
            "<ul>\n<li class=\"md-choice\"><p><span class=\"md-task\" role=\"checkbox\" \
             aria-checked=\"false\" aria-disabled=\"true\"></span> a</p>\n</li>\n<li><p>b</p>\n\
             <ul>\n<li class=\"md-choice\"><span class=\"md-task\" role=\"checkbox\" \
             aria-checked=\"false\" aria-disabled=\"true\"></span> c</li>\n</ul>\n</li>\n</ul>\n",
        ),
        (
            "|a|b|\n|:-|-:|\n|1|2|",
            "<div class=\"md-table\"><table><thead><tr><th class=\"md-left\">a</th>\
             <th class=\"md-right\">b</th></tr></thead><tbody>\n<tr><td class=\"md-left\">1</td>\
             <td class=\"md-right\">2</td></tr>\n</tbody></table></div>\n",
        ),
        (
            "> [!TIP]\n> x",
            "<blockquote class=\"md-alert md-alert-tip\"><p class=\"md-alert-title\">Tip</p>\n\
             <p>x</p>\n</blockquote>\n",
        ),
        (
            "a[^n]\n\n[^n]: d",
            "<p>a<sup class=\"md-footnote-ref\">n</sup></p>\n\
             <div class=\"md-footnote\"><span class=\"md-footnote-label\">n</span><p>d</p>\n</div>\n",
        ),
        ("a[^n]", "<p>a[^n]</p>\n"),
        ("3. a", "<ol start=\"3\">\n<li>a</li>\n</ol>\n"),
        ("<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>\n"),
        ("<div>\nx", "<p class=\"md-html\">&lt;div&gt;\nx</p>\n"),
    ] {
        assert_eq!(html(text), shown, "{text:?}");
    }
}

#[test]
fn a_formula_is_mathml_and_a_broken_one_its_source() {
    assert_eq!(
        html("$x$"),
        "<p><math display=\"inline\"><mi>x</mi></math></p>\n"
    );
    assert_eq!(
        html("$\\frac{1}$"),
        "<p><code class=\"md-math-source\">$\\frac{1}$</code></p>\n"
    );
    let deep = format!("${}x{}$", "{".repeat(500), "}".repeat(500));
    assert!(html(&deep).contains("md-math-source"));
    assert!(html("$\\def\\a{\\a\\a}\\a$").contains("md-math-source"));
}

#[test]
fn a_reference_defined_later_is_settled_at_the_end() {
    let mut markdown = Markdown::new();
    markdown.push("[a] and [^1]\n\nplain\n\n[a]: https://x.y\n\nend");
    assert!(markdown.blocks()[0].html.starts_with("<p>[a] and <sup"));
    let change = markdown.finish();
    assert_eq!((change.first, change.count), (0, 3));
    assert_eq!(
        markdown.blocks()[0].html,
        "<p><a class=\"md-link\" role=\"link\" tabindex=\"0\" data-href=\"https://x.y\" \
         data-host=\"x.y\" title=\"https://x.y\">a</a> and [^1]</p>\n"
    );
}

#[test]
fn nesting_without_end_is_cut_off() {
    for text in [
        ">".repeat(5_000),
        "- ".repeat(5_000),
        "*a **b ".repeat(3_000),
    ] {
        let blocks = markdown(&text);
        crate::tests::inert_check::assert_inert(&blocks, "deep nesting");
    }
}
