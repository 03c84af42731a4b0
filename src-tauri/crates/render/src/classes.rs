//! Every class that a block's HTML may carry, with a sample of where.
//!
//! The window's style sheet covers this list; a test holds that nothing else is
//! emitted.

macro_rules! classes {
    ($($value:literal)*) => {
        /// All classes.
        pub const ALL: &[&str] = &[$($value),*];
    };
}

classes! {
    // Markdown.
    // <a class="md-link" role="link" tabindex="0" data-href="…" data-host="…" title="…">text</a>
    "md-link"
    // … class="md-link md-link-warn": the text names another host, or the host is odd
    "md-link-warn"
    // <span class="md-link-refused">text <span class="md-link-address">file:///x</span></span>
    "md-link-refused" "md-link-address"
    // <span class="md-image-blocked" data-src="https://…"><span class="md-image-alt">alt</span>
    //   <span class="md-image-host">host</span></span>
    "md-image-blocked" "md-image-alt" "md-image-host"
    // <img class="md-image" alt="" width="1" height="1" src="data:image/png;base64,…">
    "md-image"
    // <pre class="md-code" data-language="rust"><code>…</code></pre>
    "md-code"
    // <pre class="md-code md-code-more" …>: goes on from the block before
    "md-code-more"
    // <div class="md-table"><table><thead><tr><th class="md-left">…
    "md-table" "md-left" "md-center" "md-right"
    // <li class="md-choice">: begins with a box
    "md-choice"
    // <span class="md-task md-task-done" role="checkbox" aria-checked="true" aria-disabled="true">
    "md-task" "md-task-done"
    // <blockquote class="md-alert md-alert-note"><p class="md-alert-title">Note</p>…</blockquote>
    "md-alert" "md-alert-title" "md-alert-note" "md-alert-tip" "md-alert-important"
    "md-alert-warning" "md-alert-caution"
    // <sup class="md-footnote-ref">1</sup>
    "md-footnote-ref"
    // <div class="md-footnote"><span class="md-footnote-label">1</span><p>…</p></div>
    "md-footnote" "md-footnote-label"
    // <p class="md-html">&lt;div&gt;</p>: raw HTML, as text; keep white space
    "md-html"
    // <code class="md-math-source">$x$</code>: a formula that could not be set
    "md-math-source"
    // Everywhere: <span class="char-hidden">⟨U+202E⟩</span>
    "char-hidden"
    // <span class="folded">… 12,000 more bytes</span>
    "folded"
    // <p class="omitted">…</p>
    "omitted"
    // Code: <span class="tok-keyword">fn</span>
    "tok-attribute" "tok-comment" "tok-constant" "tok-deleted" "tok-escape" "tok-function"
    "tok-heading" "tok-inserted" "tok-keyword" "tok-meta" "tok-number" "tok-operator"
    "tok-string" "tok-tag" "tok-type" "tok-variable"
    // <pre class="json"><code><span class="json-key">"a"</span>: …</code></pre>
    "json" "json-key" "json-string" "json-number" "json-word"
    // <pre class="ansi"><span class="ansi-bold ansi-fg-1">…</span></pre>
    "ansi" "ansi-bold" "ansi-dim" "ansi-italic" "ansi-underline" "ansi-inverse" "ansi-strike"
    "ansi-fg-0" "ansi-fg-1" "ansi-fg-2" "ansi-fg-3" "ansi-fg-4" "ansi-fg-5" "ansi-fg-6"
    "ansi-fg-7" "ansi-fg-8" "ansi-fg-9" "ansi-fg-10" "ansi-fg-11" "ansi-fg-12" "ansi-fg-13"
    "ansi-fg-14" "ansi-fg-15"
    "ansi-bg-0" "ansi-bg-1" "ansi-bg-2" "ansi-bg-3" "ansi-bg-4" "ansi-bg-5" "ansi-bg-6"
    "ansi-bg-7" "ansi-bg-8" "ansi-bg-9" "ansi-bg-10" "ansi-bg-11" "ansi-bg-12" "ansi-bg-13"
    "ansi-bg-14" "ansi-bg-15"
    // <span class="ansi-control">⟨OSC 52⟩</span>: a request to the terminal, not obeyed
    "ansi-control"
    // <table class="diff"><tbody><tr class="diff-add"><td class="diff-old"></td>
    //   <td class="diff-new">7</td><td class="diff-sign">+</td>
    //   <td class="diff-text">a <mark class="diff-word">b</mark></td></tr>
    "diff" "diff-add" "diff-del" "diff-ctx" "diff-old" "diff-new" "diff-sign" "diff-text"
    "diff-word"
    // <tr class="diff-hunk"><td class="diff-old"></td><td class="diff-new"></td>
    //   <td class="diff-sign"></td><td class="diff-text">@@ -1,3 +1,4 @@ fn x()</td></tr>
    "diff-hunk"
    // <table class="diff diff-more">: goes on from the block before
    "diff-more"
    // <tr class="diff-note">…: "No newline at end of file" and the like
    "diff-note"
    // MathML tables and negation, as pulldown-latex's style sheet names them.
    "cell-left" "cell-right" "menv-align" "menv-alignlike" "menv-arraylike" "menv-border-only"
    "menv-cases" "menv-cells-left" "menv-cells-right" "menv-hdashline" "menv-hline"
    "menv-left-dashed" "menv-left-solid" "menv-multline" "menv-nonumber" "menv-right-dashed"
    "menv-right-solid" "menv-with-eqn" "mop-negated"
}
