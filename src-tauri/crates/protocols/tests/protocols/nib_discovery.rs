//! "Discovery", and what a repository may not choose by itself.

use parley_protocols::nib::discovery::{BadName, Choice, Origin, choose, executable, wrong};

fn choice(name: &str, origin: Origin) -> Result<Choice, BadName> {
    Ok(Choice {
        name: name.into(),
        origin,
    })
}

#[test]
fn discovery_goes_by_variable_then_git_then_default() {
    assert_eq!(
        choose(None, Some("a"), Some("b\n")),
        choice("a", Origin::Environment)
    );
    assert_eq!(
        choose(None, None, Some("b\n")),
        choice("b", Origin::GitConfig)
    );
    assert_eq!(
        choose(None, None, Some("b\r\n")),
        choice("b", Origin::GitConfig)
    );
    assert_eq!(choose(None, None, None), choice("claude", Origin::Default));
}

#[test]
fn a_profile_goes_before_them_all() {
    assert_eq!(
        choose(Some("p"), Some("a"), Some("b")),
        choice("p", Origin::Profile)
    );
}

#[test]
fn discovery_maps_a_name_to_an_executable() {
    assert_eq!(executable("ollama"), "nib-agent-ollama");
    assert_eq!(
        choose(None, Some("ollama"), None).unwrap().executable(),
        "nib-agent-ollama"
    );
}

/// Security §16: only what a repository chose waits for the user's word.
#[test]
fn the_choice_of_a_repository_is_confirmed() {
    assert!(choose(None, None, Some("b")).unwrap().needs_confirmation());
    for chosen in [
        choose(Some("p"), None, Some("b")),
        choose(None, Some("a"), Some("b")),
        choose(None, None, None),
    ] {
        assert!(!chosen.unwrap().needs_confirmation());
    }
}

#[test]
fn f108_bad_names_are_refused_and_never_passed_over() {
    for bad in [
        "../../tmp/x",
        "a/b",
        "a\\b",
        "",
        ";rm",
        "a b",
        "a\nb",
        "ü",
        "..",
        "a..b",
        "a\0",
        "$(x)",
    ] {
        assert!(wrong(bad).is_some(), "{bad:?}");
        let from_variable = choose(None, Some(bad), Some("good")).unwrap_err();
        assert_eq!(from_variable.origin, Origin::Environment);
        assert!(from_variable.to_string().contains("NIB_AGENT"));
        let from_git = choose(None, None, Some(bad)).unwrap_err();
        assert!(from_git.to_string().contains("nib.agent"), "{from_git}");
        assert!(!from_git.to_string().contains(['\0', '\n']));
    }
    assert!(wrong(&"x".repeat(300)).is_some());
    assert!(
        choose(None, Some(&"x".repeat(300)), None)
            .unwrap_err()
            .name
            .len()
            <= 40
    );
    for good in [
        "claude",
        "local",
        "my.agent_2-x",
        "A",
        "x".repeat(100).as_str(),
    ] {
        assert_eq!(wrong(good), None, "{good}");
    }
}
