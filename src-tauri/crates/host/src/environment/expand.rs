//! References to variables in a profile's values.

/// `${NAME}` by its value; anything else stays as it is. What a value holds is not expanded again.
///
/// # Errors
/// The name of the first variable that is not set.
pub(super) fn expand(
    text: &str,
    lookup: impl Fn(&str) -> Option<String>,
) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        out.push_str(&rest[..start]);
        let after = &rest[start + 2..];
        let name = after.find('}').map(|end| &after[..end]);
        match name.filter(|name| is_name(name)) {
            Some(name) => {
                out.push_str(&lookup(name).ok_or_else(|| name.to_owned())?);
                rest = &after[name.len() + 1..];
            }
            None => {
                out.push_str("${");
                rest = after;
            }
        }
    }
    out.push_str(rest);
    Ok(out)
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn c28_variables_are_expanded_or_named() {
        let lookup = |name: &str| (name == "K").then(|| "secret ${K}".to_owned());
        assert_eq!(expand("a ${K} b", lookup).unwrap(), "a secret ${K} b");
        assert_eq!(
            expand("$K ${ ${} ${1x} $", lookup).unwrap(),
            "$K ${ ${} ${1x} $"
        );
        assert_eq!(expand("${MISSING}", lookup).unwrap_err(), "MISSING");
    }
}
