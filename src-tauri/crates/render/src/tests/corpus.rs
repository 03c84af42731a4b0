//! Markdown that exercises every construct, and what is easy to get wrong about
//! cutting it.

/// A whole answer as an agent would write it.
pub(crate) const ANSWER: &str = r#"# The plan

First **bold**, then *italic*, `code`, ~~gone~~ and a [link](https://example.com/a "Title").
A second line of the same paragraph, with https://example.org/bare (and more).

## Lists

- one
- two
  - nested
  - deeper

    with a paragraph
- three

1. first

   ```rust
   fn main() { println!("hi"); }
   ```

2. second
10. tenth

- [ ] to do
- [x] done

> quoted
> text
lazy

> [!WARNING]
> Mind the gap.

| Left | Right | Centre |
|:-----|------:|:------:|
| a | 1 | `x|y` |
| **b** | 2 | a<br>b |

```python
def f(x):
    """Doc"""
    return x + 1  # comment
```

Setext
======

Inline $a^2 + b^2 = c^2$ and display:

$$
\int_0^1 x\,dx = \frac{1}{2}
$$

Text with a footnote[^1] and another[^note].

[^1]: The first.
[^note]: The second,
    continued.

<div onclick="x()">raw</div>

---

Last [ref] and [other text][ref].

[ref]: https://example.net "Ref"
"#;

/// Short texts with a twist.
pub(crate) const TWISTS: &[&str] = &[
    "",
    "\n\n\n",
    "   \n\t\n x",
    "a\n\nb\n\nc",
    "- a\n\n- b\n\n\n- c\n\ntext",
    "- a\n\n  para\n\n      code\n\nafter",
    "- a\n- b\n\n\n  c\n* d\n",
    "1. a\n2. b\n\n3) c\n",
    "- a\n\n\n\n    b\n",
    "-\n\n  foo\n",
    "- a\n  > b\n  ```\n  c\n  ```\n- d\n",
    "para\n---\nnext\n***\n",
    "para\n-\n",
    "para\n=\n==\n",
    "para\n- item\n",
    "para\n1. item\n2. more\n",
    "para\n2. no item\n",
    "a\n\n    code\n\n\n    more\n\nb\n",
    "    code\n  \n    code\n",
    "\tcode\n\n\t\tmore\nno\n",
    "```\nopen\n",
    "```rust\nfn a() {}\n```\nafter\n",
    "```rust\nfn a() {}\n``` \n\nafter\n",
    "~~~ js x\n```\n~~~\n",
    "````\n```\n````\n",
    "  ```\n  a\n b\n   c\n\td\n  ```\n",
    "```\na\n    ```\n```\n",
    "```a`b\nnot a fence\n",
    "``` `x` ```\n",
    "text\n```\ncode\n```\ntext\n",
    "> ```\n> a\n> ```\n> b\n\nc",
    "> a\n\n> b\n",
    "> - a\n> - b\n\n- c\n",
    "> a\n    b\n",
    "[foo]\n\n[foo]: /url 'title'\n",
    "[foo]: /one\n\n[foo]: /two\n\n[foo]\n",
    "[foo]: https://a.b\n\"title\nmore\"\n\n[foo] [Foo] [FOO  ]\n",
    "para\n\n[foo]: /url\n'tit\nle'\n\n[foo]",
    "[foo]: /url 'tit\n\nle'\n\n[foo]",
    "[foo]:\n/url\nx\n\n[foo]",
    "[a]: <b\n> c\n",
    "- [x]: https://u.v\n\n[x]\n",
    "> [q]: https://u.v\n\n[q][], [text][q]\n",
    "![img][i]\n\n[i]: https://evil.example/x.png\n",
    "[foo]\n\ntext\n\n[FOO]: https://a.b 'later'\n\n[bar]: https://c.d\n",
    "a[^1]\n\nb[^2]\n\n[^1]: def\n",
    "a[^1]\n\n[^1]: def\n\n    more\n\n  not\n",
    "[^1]: a\n[^2]: b\nlazy\n\nc[^2]",
    "[^a]: x\n\n    code?\n\n    - list\n\n      deep\n",
    "x [^a b](u) ![^1] [t [^1] u](https://v.w)\n\n[^1]: d\n",
    "- x[^1]\n\n[^1]: y\n- z\n",
    "|a|b|\n|-|-|\n|1|2|\n\nx\n",
    "x\n|a|b|\n|-|-|\n|1|2|\ny\n",
    "|a|\n|-\nb\n",
    "a | b\n-- | --\n1 | 2\n> q\n",
    "| `a|b` | \\| |\n|---|---|\n| [^1] | [r] |\n\n[^1]: d\n\n[r]: https://x.y\n",
    "<!-- a\n\nb -->\n\nc\n",
    "<script>\n\nalert(1)\n</script>\nx\n",
    "<pre>\n\na\n</pre>\n\n*b*\n",
    "<div>\n*a*\n\n*b*\n</div>\n",
    "a <b\nc='d'> e <!-- x --> f\n",
    "<!-- never closed\n\n# x\n",
    "<?php\n\n?>\nx\n",
    "<![CDATA[\n\n]]>\nx",
    "$$x$$\n\n$$\ny\n$$ z\n",
    "$$\na\n- b\n$$\n",
    "$a\nb$ $$ $ \\$ $1 and $2\n",
    "$$\\frac{1}{$$\n\n$\\begin{matrix}a&b\\\\c&d\\end{matrix}$\n",
    "# \n#\n## a ##\n####### b\n#c\n",
    "a  \nb\\\nc\n",
    "a\r\nb\r\n\r\n- c\r\n- d\r\r\ne\rf",
    "- \r\n\r- a\r",
    "*a **b ***c\n\nd** e* f***",
    "**a\n\nb**\n",
    "`a\n\nb`\n",
    "[a\n\n](b)\n",
    "\\",
    "a\\",
    "&amp; &lt;x&gt; &#0; &nbsp; &bogus; &#x202E;",
    "\u{0}a\u{1b}[31mb\u{202e}c\u{200d}\u{e0041}",
    "[^1]: [^1]: [x]: https://e.f 'g'\n**",
    "```\n ",
    "- \n `\n`",
    "- \n [a]: /u\n'x\n\nb",
    "- a\n-\n- c\n",
    "*\n*\n*\n",
    "+ a\n\n  1. b\n\n     - c\n\n       > d\n\n         e\n\nf\n",
    "- a\n\n-b\n",
    "- a\n---\n- b\n",
    "* a\n* * *\n* b\n",
    "1\n",
    "1.\n\n2. x\n",
    "a\n1.\nb\n",
    "- - - a\n",
    "-   a\n\n    b\n\n   c\n",
    "> > > a\n> b\nc\n\n> > d\n",
    "http://a.b/c_d_e*f* https://x.y/(z). <https://q.r> <m@n.o>\n",
    "word_with_under and 2*3*4 and __init__ x\n",
    "😀 ünïcödé **日本語** `ß`\n\n- 한국어\n",
];

/// Everything, one after another and each alone.
pub(crate) fn all() -> Vec<String> {
    let mut all: Vec<String> = TWISTS.iter().map(|text| (*text).to_owned()).collect();
    all.push(ANSWER.to_owned());
    all.push(TWISTS.join("\n\n"));
    all
}
