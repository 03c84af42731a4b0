//! What hostile text tries.

use super::inert_check::{assert_inert, inspect};
use crate::{code, diff_texts, diff_unified, json, markdown, terminal};

/// Every payload through every way a text becomes HTML.
#[test]
fn f088_no_payload_becomes_markup() {
    let mut count = 0;
    for payload in payloads() {
        count += 1;
        for text in wrapped(&payload) {
            assert_inert(&markdown(&text), &text);
        }
        assert_inert(&[code(&payload, "html"), code("x", &payload)], &payload);
        assert_inert(
            &[json(&payload), json(&format!("[\"{payload}\"]"))],
            &payload,
        );
        assert_inert(&terminal(&payload), &payload);
        assert_inert(&diff_unified(&payload).blocks, &payload);
        assert_inert(
            &diff_unified(&format!("--- a\n+++ {payload}\n+{payload}")).blocks,
            &payload,
        );
        assert_inert(&diff_texts(&payload, "a\n", &payload, 3).blocks, &payload);
        // As text, nothing of it is lost.
        let shown = assert_inert(&[code(&payload, "")], &payload);
        assert_eq!(shown, crate::visible(&payload));
    }
    assert!(count >= 150, "{count}");
}

/// While it is being typed, too: each payload in one place, by characters.
#[test]
fn f088_no_payload_becomes_markup_while_it_streams() {
    for (index, payload) in payloads().iter().enumerate() {
        let places = wrapped(payload);
        let text = &places[index % places.len()];
        let mut streamed = crate::Markdown::new();
        for c in text.chars() {
            streamed.push(c.encode_utf8(&mut [0; 4]));
            let blocks = streamed.blocks();
            assert_inert(&blocks[blocks.len().saturating_sub(1)..], text);
        }
    }
}

#[test]
fn f090_no_image_is_loaded() {
    for text in [
        "![a](https://evil.example/x.png)",
        "![a](http://127.0.0.1:9/x?q=secret \"t\")",
        "![a][r]\n\n[r]: https://evil.example/x.png",
        "![r][]\n\n[r]: https://evil.example/x.png",
        "![r]\n\n[r]: https://evil.example/x.png",
        "[![a](https://evil.example/x.png)](https://evil.example)",
        "![a](//evil.example/x.png)",
        "![a](data:image/png;base64,AAAA)",
        "![a](data:image/svg+xml,<svg onload=alert(1)>)",
        "![a](javascript:alert(1))",
        "![a](file:///etc/passwd)",
        "![a](<https://evil.example/x y.png>)",
        "<img src=https://evil.example/x.png>",
        "<IMG SRC=\"https://evil.example/x.png\" onerror=alert(1)>",
        "text <img src=x onerror=alert(1)> text",
        "<svg><image href=https://evil.example/x.png /></svg>",
        "<svg><a xlink:href=\"javascript:alert(1)\"><text>x</text></a></svg>",
        "<picture><source srcset=https://evil.example/x.png></picture>",
        "<video poster=https://evil.example/x.png src=https://evil.example/v.mp4></video>",
        "<link rel=stylesheet href=https://evil.example/x.css>",
        "<style>@import 'https://evil.example/x.css';</style>",
        "<div style=\"background:url(https://evil.example/x.png)\">x</div>",
        "<iframe src=https://evil.example></iframe>",
        "<object data=https://evil.example/x></object>",
        "<meta http-equiv=refresh content=\"0;url=https://evil.example\">",
        "<base href=https://evil.example>",
        "| ![a](https://evil.example/x.png) |\n|---|\n| ![a](https://evil.example/x.png) |",
        "- ![a](https://evil.example/x.png)\n\n  ![b](https://evil.example/y.png)",
    ] {
        let blocks = markdown(text);
        assert_inert(&blocks, text);
        for block in blocks {
            assert!(!block.html.contains("<img"), "{text}: {}", block.html);
        }
    }
    assert_eq!(
        markdown("![a *b*](https://evil.example/x.png)")[0].html,
        "<p><span class=\"md-image-blocked\" data-src=\"https://evil.example/x.png\">\
         <span class=\"md-image-alt\">a b</span> <span class=\"md-image-host\">evil.example</span>\
         </span></p>\n"
    );
}

/// What a link's address becomes.
#[derive(Debug, PartialEq, Eq)]
enum Becomes {
    /// Something to open after a question that shows this host.
    Link(&'static str),
    /// The same, marked as odd.
    Odd(&'static str),
    Text,
}

#[test]
fn f091_only_web_and_mail_addresses_can_be_opened() {
    use Becomes::{Link, Odd, Text};
    let table = [
        ("https://example.com", Link("example.com")),
        ("http://example.com/a?b#c", Link("example.com")),
        ("HTTPS://EXAMPLE.com/", Link("example.com")),
        ("https://example.com:8443/x", Link("example.com")),
        ("https://[::1]:80/x", Link("::1")),
        ("http://127.0.0.1:3000", Link("127.0.0.1")),
        ("mailto:a@example.com", Link("example.com")),
        ("mailto:a@example.com?subject=x@y", Link("example.com")),
        ("https://a@b.example", Odd("b.example")),
        ("https://google.com@evil.example/x", Odd("evil.example")),
        ("https://google.com:80@evil.example", Odd("evil.example")),
        ("https://аррӏе.com", Odd("аррӏе.com")),
        ("https://xn--80ak6aa92e.com", Odd("xn--80ak6aa92e.com")),
        ("https://www.xn--e1awd7f.com/x", Odd("www.xn--e1awd7f.com")),
        ("https://evil.example/@google.com", Link("evil.example")),
        ("https://evil.example?google.com/", Link("evil.example")),
        ("https://evil.example#@google.com", Link("evil.example")),
        ("javascript:alert(1)", Text),
        ("JaVaScRiPt:alert(1)", Text),
        ("javascript&colon;alert(1)", Text),
        ("java&#x09;script:alert(1)", Text),
        ("&#106;avascript:alert(1)", Text),
        ("javascript://example.com/%0aalert(1)", Text),
        ("vbscript:msgbox(1)", Text),
        ("data:text/html,alert(1)", Text),
        ("data:text/html;base64,PHNjcmlwdD4=", Text),
        ("file:///etc/passwd", Text),
        ("smb://host/share", Text),
        ("ms-msdt:/id", Text),
        ("ms-word:ofe|u|https://x", Text),
        ("ssh://host", Text),
        ("tauri://localhost", Text),
        ("ftp://host/x", Text),
        ("blob:https://x/y", Text),
        ("view-source:https://x", Text),
        ("//evil.example/x", Text),
        ("/etc/passwd", Text),
        ("src/main.rs", Text),
        ("#anchor", Text),
        ("https:evil.example", Text),
        ("https:/evil.example", Text),
        ("https://", Text),
        ("https:///x", Text),
        ("https://good.example\\\\@evil.example", Text),
        ("https:\\\\\\\\evil.example", Text),
        ("https://evil.example/\u{202e}gpj", Text),
        ("https://ev\u{200b}il.example", Text),
        ("https://evil%2eexample", Text),
        ("ht&#9;tps://evil.example", Text),
        ("https://host:port/", Text),
        ("mailto:", Text),
    ];
    assert!(table.len() >= 40);
    for (address, expected) in table {
        let text = format!("[text](<{address}>)");
        let blocks = markdown(&text);
        let shown = assert_inert(&blocks, &text);
        let html = &blocks[0].html;
        match expected {
            Text => {
                assert!(!html.contains("<a "), "{address}: {html}");
                assert!(html.contains("md-link-refused"), "{address}: {html}");
                // Its address can be seen.
                assert!(shown.len() > "text\n".len() + 3, "{address}: {shown}");
            }
            Link(host) | Odd(host) => {
                assert!(
                    html.contains(&format!("data-host=\"{host}\"")),
                    "{address}: {html}"
                );
                let odd = matches!(expected, Odd(_));
                assert_eq!(html.contains("md-link-warn"), odd, "{address}: {html}");
                assert!(!html.contains(" href="), "{address}: {html}");
            }
        }
    }
}

#[test]
fn f091_a_text_that_names_another_host_is_marked() {
    for (text, odd) in [
        ("[https://google.com](https://evil.example)", true),
        ("[www.google.com](https://evil.example)", true),
        ("[google.com/login](https://evil.example)", true),
        ("[**https://google.com**/x](https://evil.example)", true),
        ("[https://evil.example/x](https://evil.example/y)", false),
        ("[www.evil.example](https://evil.example/y)", false),
        ("[main.rs](https://github.com/x/main.rs)", false),
        ("[here](https://evil.example)", false),
        ("https://evil.example/bare", false),
        ("<https://evil.example>", false),
        ("<a@evil.example>", false),
    ] {
        let html = &markdown(text)[0].html;
        assert!(html.contains("<a class=\"md-link"), "{text}: {html}");
        assert_eq!(html.contains("md-link-warn"), odd, "{text}: {html}");
    }
}

#[test]
fn a_breach_would_be_seen() {
    for html in [
        "<script>1</script>",
        "<p onclick=\"x\">a</p>",
        "<p style=\"x\">a</p>",
        "<a href=\"https://x\">a</a>",
        "<img src=\"https://x\">",
        "<img src=\"data:image/svg+xml;base64,AA\">",
        "<p class=\"unknown\">a</p>",
        "<p>a</div></p>",
        "<!-- c -->",
        "<a data-href=\"javascript:x\">a</a>",
        "<math><mi onclick=\"x\">a</mi></math>",
        "<svg></svg>",
        "<p>a",
    ] {
        // A missing end tag of `p` is no error to HTML.
        let harmless = html == "<p>a";
        assert_eq!(inspect(html).1.is_empty(), harmless, "{html}");
    }
}

/// A payload in the places of Markdown where it could become live.
fn wrapped(payload: &str) -> Vec<String> {
    let line = payload.replace('\n', " ");
    vec![
        payload.to_owned(),
        format!("a {payload} b"),
        format!("`{line}`"),
        format!("```{line}\n{payload}\n```"),
        format!("[{line}]({line} \"{line}\")"),
        format!("![{line}](https://x.y/{line})"),
        format!("| {line} |\n|---|\n| {line} |"),
        format!("- {line}\n\n  > {line}"),
        format!("[x]: https://x.y '{line}'\n\n[x] [^{line}]\n\n[^{line}]: {line}"),
        format!("$\\text{{{line}}}$ $${line}$$"),
        format!("https://x.y/{line}"),
        format!("{{\"{line}\": \"{line}\"}}"),
        format!("--- a/{line}\n+++ b/{line}\n@@ {line} @@\n-{line}\n+{line}x\n"),
        format!("\u{1b}]8;;{line}\u{7}{line}\u{1b}]8;;\u{7}\u{1b}[31m{line}"),
    ]
}

/// 150 and more ways to run a script or to load something. The tests of the
/// real window read the same file.
fn payloads() -> Vec<String> {
    serde_json::from_str(include_str!("payloads.json")).unwrap()
}
