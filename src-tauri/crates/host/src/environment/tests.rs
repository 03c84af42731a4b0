#![allow(clippy::unwrap_used)]
use super::*;
use VariableOrigin::{Key, LoginShell, OptIn, Profile, Protocol, System};

fn pairs(pairs: &[(&str, &str)]) -> Vec<(OsString, OsString)> {
    let pairs = pairs.iter();
    pairs
        .map(|(name, value)| (name.into(), value.into()))
        .collect()
}

fn texts(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    let pairs = pairs.iter();
    pairs
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|&name| name.to_owned()).collect()
}

/// Name, value, origin, and what it goes before.
type Line = (String, String, VariableOrigin, Vec<VariableOrigin>);

fn lines(made: &Environment) -> Vec<Line> {
    let text = |text: &OsStr| text.to_string_lossy().into_owned();
    let variables = made.variables.iter();
    variables
        .map(|(name, variable)| {
            (
                text(name),
                text(&variable.value),
                variable.origin,
                variable.before.clone(),
            )
        })
        .collect()
}

fn line(name: &str, value: &str, origin: VariableOrigin, before: &[VariableOrigin]) -> Line {
    (name.to_owned(), value.to_owned(), origin, before.to_vec())
}

fn withheld(made: &Environment) -> Vec<(&str, WithheldWhy)> {
    let withheld = made.withheld.iter();
    withheld
        .map(|variable| (variable.name.as_str(), variable.why))
        .collect()
}

#[test]
fn f103_only_what_is_named_is_passed_on() {
    let own = pairs(&[
        ("PATH", "/bin"),
        ("API_KEY", "a"),
        ("WANTED", "b"),
        ("OTHER", "c"),
    ]);
    let plan = LaunchPlan {
        pass_env: names(&["WANTED"]),
        env: texts(&[("MINE", "${OTHER}")]),
        env_verbatim: texts(&[("SAID", "${OTHER}")]),
        ..LaunchPlan::default()
    };
    let sources = Sources {
        own: &own,
        shell: None,
        keys: &[],
    };
    let made = Environment::of(&plan, &sources).unwrap();
    assert_eq!(
        lines(&made),
        [
            line("MINE", "c", Profile, &[]),
            line("PATH", "/bin", System, &[]),
            // What a user wrote is never expanded.
            line("SAID", "${OTHER}", Protocol, &[]),
            line("WANTED", "b", OptIn, &[]),
        ]
    );
}

#[test]
fn c27_a_base_url_has_one_order_and_each_that_lost_is_told() {
    let own = pairs(&[
        ("A_BASE_URL", "own"),
        ("B_BASE_URL", "own"),
        ("C_BASE_URL", "own"),
    ]);
    let shell = Variables::from_iter(pairs(&[("A_BASE_URL", "shell"), ("B_BASE_URL", "shell")]));
    let keys = [("A_API_KEY".to_owned(), "k".to_owned())];
    let sources = Sources {
        own: &own,
        shell: Some(&shell),
        keys: &keys,
    };
    let plan = LaunchPlan {
        pass_env: names(&["A_BASE_URL", "B_BASE_URL"]),
        env: texts(&[("A_BASE_URL", "profile")]),
        ..LaunchPlan::default()
    };
    let made = Environment::of(&plan, &sources).unwrap();
    assert_eq!(
        lines(&made),
        [
            line("A_API_KEY", "k", Key, &[]),
            line("A_BASE_URL", "profile", Profile, &[OptIn, LoginShell]),
            line("B_BASE_URL", "shell", LoginShell, &[OptIn]),
        ]
    );
    assert_eq!(withheld(&made), [("C_BASE_URL", WithheldWhy::NotAsked)]);
}

#[test]
fn c21_paths_are_united_and_a_worse_one_takes_nothing_away() {
    let own = pairs(&[("PATH", "/good/bin:/usr/bin"), ("TERM", "dumb")]);
    let shell = Variables::from_iter(pairs(&[("PATH", "/bin::rel:/usr/bin"), ("MARKER", "1")]));
    let sources = Sources {
        own: &own,
        shell: Some(&shell),
        keys: &[],
    };
    let plan = LaunchPlan {
        env: texts(&[("PATH", "/mine:${PATH}")]),
        ..LaunchPlan::default()
    };
    let made = Environment::of(&plan, &sources).unwrap();
    assert_eq!(
        lines(&made),
        [
            line(
                "PATH",
                "/mine:/bin:/usr/bin:/good/bin",
                Profile,
                &[LoginShell, System]
            ),
            line("TERM", "dumb", System, &[]),
        ]
    );
}

#[test]
fn c26_the_hosts_own_is_named_and_never_passed() {
    let own = pairs(&[
        ("APPDIR", "/tmp/.mount_p"),
        ("LD_LIBRARY_PATH", "/tmp/.mount_p/lib"),
        ("GDK_BACKEND", "x11"),
        ("WEBKIT_DISABLE_DMABUF_RENDERER", "1"),
        ("SSH_AUTH_SOCK", "/s"),
        ("PARLEY_TOKEN", "t"),
    ]);
    let sources = Sources {
        own: &own,
        shell: None,
        keys: &[],
    };
    let plan = LaunchPlan {
        inherit_env: true,
        pass_env: names(&["GDK_BACKEND", "ABSENT"]),
        ..LaunchPlan::default()
    };
    let made = Environment::of(&plan, &sources).unwrap();
    assert_eq!(lines(&made), [line("SSH_AUTH_SOCK", "/s", OptIn, &[])]);
    assert_eq!(
        withheld(&made),
        [
            ("ABSENT", WithheldWhy::NotFound),
            ("APPDIR", WithheldWhy::HostOnly),
            ("GDK_BACKEND", WithheldWhy::HostOnly),
            ("LD_LIBRARY_PATH", WithheldWhy::HostOnly),
            ("PARLEY_TOKEN", WithheldWhy::HostOnly),
            ("WEBKIT_DISABLE_DMABUF_RENDERER", WithheldWhy::HostOnly),
        ]
    );
}

#[test]
fn c28_every_variable_that_is_not_set_is_named_at_once() {
    let sources = Sources {
        own: &[],
        shell: None,
        keys: &[],
    };
    let plan = LaunchPlan {
        env: texts(&[("A", "${X}"), ("B", "b"), ("C", "x${Y}")]),
        ..LaunchPlan::default()
    };
    let fault = Environment::of(&plan, &sources).unwrap_err();
    assert_eq!(
        (fault.code.as_str(), fault.message.as_str()),
        (
            "profile.variable",
            "The profile sets A from ${X} and C from ${Y}, which are not set. Set them, or write a value into the profile."
        )
    );
}
