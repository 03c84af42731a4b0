//! `{{MESSAGE}}` and its like in arguments and variables. No shell, and each
//! text is gone through once: what is put in is not looked at again (F054).

/// What the placeholders stand for. `None`: this wire has no such one, and the
/// text stays as it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placeholders<'a> {
    pub(super) message: Option<&'a str>,
    pub(super) session_id: &'a str,
    pub(super) session_name: &'a str,
    pub(super) profile_dir: &'a str,
}

impl Placeholders<'_> {
    /// `template` with its placeholders replaced; `None` where it has none.
    pub(super) fn fill(&self, template: &str) -> Option<String> {
        let mut filled = String::new();
        let mut rest = template;
        let mut found = false;
        while let Some(start) = rest.find("{{") {
            let (before, from) = rest.split_at(start);
            filled.push_str(before);
            match self.first(from) {
                Some((length, value)) => {
                    found = true;
                    filled.push_str(value);
                    rest = &from[length..];
                }
                None => {
                    // Only one brace is passed: `{{{MESSAGE}}` holds one too.
                    filled.push('{');
                    rest = &from[1..];
                }
            }
        }
        filled.push_str(rest);
        found.then_some(filled)
    }

    /// The placeholder at the very start of `text`: its length and what it stands for.
    fn first(&self, text: &str) -> Option<(usize, &str)> {
        [
            ("{{MESSAGE}}", self.message),
            ("{{SESSION_ID}}", Some(self.session_id)),
            ("{{SESSION_NAME}}", Some(self.session_name)),
            ("{{PROFILE_DIR}}", Some(self.profile_dir)),
        ]
        .into_iter()
        .find_map(|(name, value)| Some((name.len(), value?)).filter(|_| text.starts_with(name)))
    }
}
