//! Providers of models, and the variables their keys go by.

/// A provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Provider {
    /// A short id: `anthropic`.
    pub id: &'static str,
    /// The name shown.
    pub title: &'static str,
    /// The variables that hold a key of it, the usual one first.
    pub variables: &'static [&'static str],
    /// The variables and settings that say where its keys are sent.
    pub addresses: &'static [&'static str],
}

/// Those agents commonly know. Names are those of the providers' own libraries
/// and of the aionrs specification §5.
pub const PROVIDERS: &[Provider] = &[
    Provider {
        id: "anthropic",
        title: "Anthropic",
        variables: &["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"],
        addresses: &["ANTHROPIC_BASE_URL"],
    },
    Provider {
        id: "openai",
        title: "OpenAI",
        variables: &["OPENAI_API_KEY"],
        addresses: &["OPENAI_BASE_URL", "OPENAI_API_BASE"],
    },
    Provider {
        id: "bedrock",
        title: "Amazon Bedrock",
        variables: &[
            "AWS_ACCESS_KEY_ID",
            "AWS_SECRET_ACCESS_KEY",
            "AWS_SESSION_TOKEN",
            "AWS_BEARER_TOKEN_BEDROCK",
        ],
        addresses: &[
            "AWS_ENDPOINT_URL",
            "AWS_ENDPOINT_URL_BEDROCK_RUNTIME",
            "ANTHROPIC_BEDROCK_BASE_URL",
            "BEDROCK_BASE_URL",
        ],
    },
    Provider {
        id: "vertex",
        title: "Google Vertex AI",
        variables: &[
            "GOOGLE_API_KEY",
            "GEMINI_API_KEY",
            "GOOGLE_APPLICATION_CREDENTIALS",
        ],
        addresses: &[
            "ANTHROPIC_VERTEX_BASE_URL",
            "VERTEX_BASE_URL",
            "GOOGLE_GEMINI_BASE_URL",
            "GOOGLE_VERTEX_BASE_URL",
        ],
    },
];

/// The provider whose key a variable holds.
#[must_use]
pub fn of_variable(variable: &str) -> Option<&'static Provider> {
    PROVIDERS
        .iter()
        .find(|provider| provider.variables.contains(&variable))
}

/// Whether this variable or setting says where a key of `key` is sent: one of
/// its provider's, one of the same first word, or one that names no provider.
#[must_use]
pub fn sends(key: &str, setting: &str) -> bool {
    if let Some(provider) = of_variable(key)
        && provider.addresses.contains(&setting)
    {
        return true;
    }
    let upper = setting.to_ascii_uppercase();
    let Some(whose) = upper
        .strip_suffix("BASE_URL")
        .or_else(|| upper.strip_suffix("BASEURL"))
        .or_else(|| upper.strip_suffix("API_BASE"))
    else {
        return false;
    };
    let whose = whose.trim_end_matches('_');
    whose.is_empty() || whose == "API" || key.split('_').next() == whose.split('_').next()
}

/// Whether a variable of this name usually holds something secret.
#[must_use]
pub fn looks_secret(variable: &str) -> bool {
    let upper = variable.to_ascii_uppercase();
    if of_variable(&upper).is_some() {
        // A path to a file with the key, and no key.
        return upper != "GOOGLE_APPLICATION_CREDENTIALS";
    }
    ["KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "KEY_ID"]
        .iter()
        .any(|word| upper.ends_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_belong_to_their_providers_keys() {
        assert!(sends("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"));
        assert!(sends("ANTHROPIC_API_KEY", "base_url"));
        assert!(sends("OPENAI_API_KEY", "OPENAI_API_BASE"));
        assert!(sends("MISTRAL_API_KEY", "MISTRAL_BASE_URL"));
        assert!(!sends("ANTHROPIC_API_KEY", "OPENAI_BASE_URL"));
        assert!(!sends("ANTHROPIC_API_KEY", "HOME"));
    }

    #[test]
    fn names_of_keys_are_told_from_others() {
        for name in [
            "OPENAI_API_KEY",
            "GITHUB_TOKEN",
            "DB_PASSWORD",
            "aws_secret_access_key",
        ] {
            assert!(looks_secret(name), "{name}");
        }
        for name in [
            "PATH",
            "KEYBOARD",
            "MAX_TOKENS",
            "GOOGLE_APPLICATION_CREDENTIALS",
        ] {
            assert!(!looks_secret(name), "{name}");
        }
    }
}
