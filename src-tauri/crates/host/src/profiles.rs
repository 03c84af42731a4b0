//! The profiles there are: the built-in guide, and the agents found on this machine.

use crate::environment::search_path;
use crate::imports::{self, Saved};
use crate::login_shell::Variables;
use crate::options::HostOptions;
use model::view::{ProfileView, Readiness};
use model::{AgentProfile, ProfileId, ProfileOrigin, ProtocolId};
use serde_json::Map;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

/// The id of the built-in guide.
pub(crate) const GUIDE: &str = "guide";
const GUIDE_WITH_TASKS: &str = "guide-tasks";
const PACE: &str = "UNDERSTUDY_PACE_MS";

/// What can be talked to on this machine, and what is missing where it can't.
#[must_use]
pub fn agents(options: &HostOptions) -> Vec<ProfileView> {
    all(options)
        .iter()
        .map(|profile| view(profile, options, None, &[]))
        .collect()
}

/// Everything that can be chosen for a new conversation.
pub(crate) fn all(options: &HostOptions) -> Vec<AgentProfile> {
    those(options, |_| true).filter_map(offered).collect()
}

/// The same with those that are turned off: the built-in ones, those looked for on
/// this machine, the user's.
pub(crate) fn every(options: &HostOptions) -> Vec<Saved> {
    those(options, |_| true).collect()
}

/// The one of this id, turned off or not.
pub(crate) fn one(options: &HostOptions, id: &ProfileId) -> Option<Saved> {
    of_id(options, id).next()
}

/// The one of this id that can be chosen for a new conversation.
pub(crate) fn one_offered(options: &HostOptions, id: &ProfileId) -> Option<AgentProfile> {
    of_id(options, id).find_map(offered)
}

fn offered(saved: Saved) -> Option<AgentProfile> {
    (!saved.disabled).then_some(saved.profile)
}

/// The PATH is read through only for an id that a program found there could have.
fn of_id(options: &HostOptions, id: &ProfileId) -> impl Iterator<Item = Saved> {
    those(options, |family| id.as_str().starts_with(family))
        .filter(move |saved| saved.profile.id == *id)
}

/// All profiles; of the families of programs only those that are asked for.
fn those(options: &HostOptions, wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = Saved> {
    let found = protocols::PROTOCOLS.iter().flat_map(move |protocol| {
        let usual = protocol.usual_program.map(str::to_owned);
        let others = protocol
            .program_family
            .filter(|family| wanted(family))
            .map(|family| {
                let path = search_path(&options.environment, None);
                process::environment::programs_beginning(family, &path)
            })
            .unwrap_or_default()
            .into_iter()
            .filter(|name| protocol.usual_program != Some(name.as_str()));
        let programs: Vec<String> = usual.into_iter().chain(others).collect();
        programs.into_iter().map(|program| found(protocol, program))
    });
    [guide(options), guide_with_tasks(options)]
        .into_iter()
        .chain(found)
        .map(|profile| Saved {
            profile,
            disabled: false,
        })
        .chain(imports::saved(&options.shared_dir))
}

fn found(protocol: &protocols::Protocol, program: String) -> AgentProfile {
    AgentProfile {
        id: ProfileId::from(program.as_str()),
        name: program.clone(),
        protocol: ProtocolId(protocol.id.to_owned()),
        command: program,
        args: Vec::new(),
        env: BTreeMap::new(),
        settings: Map::new(),
        origin: ProfileOrigin::Found,
    }
}

/// The same agent speaking nuum: background tasks and alarms, and no approvals.
fn guide_with_tasks(options: &HostOptions) -> AgentProfile {
    AgentProfile {
        id: ProfileId::from(GUIDE_WITH_TASKS),
        name: "Guide (background tasks)".to_owned(),
        protocol: ProtocolId("nuum".to_owned()),
        args: vec!["guide".to_owned(), "--stdio".to_owned()],
        ..guide(options)
    }
}

fn guide(options: &HostOptions) -> AgentProfile {
    let sessions = options.data_dir.join("guide");
    let mut env = BTreeMap::from([(
        "UNDERSTUDY_SESSIONS".to_owned(),
        sessions.to_string_lossy().into_owned(),
    )]);
    // How fast the guide speaks; tests let it hurry.
    let pace = options.environment.iter().find(|(name, _)| name == PACE);
    if let Some((_, value)) = pace {
        env.insert(PACE.to_owned(), value.to_string_lossy().into_owned());
    }
    AgentProfile {
        id: ProfileId::from(GUIDE),
        name: "Guide".to_owned(),
        protocol: ProtocolId("aionrs".to_owned()),
        command: options.programs.understudy.to_string_lossy().into_owned(),
        args: vec!["guide".to_owned()],
        env,
        settings: Map::new(),
        origin: ProfileOrigin::BuiltIn,
    }
}

/// A profile as the window shows it, with whether it could be started now: by what the login
/// shell gives and the variables it would get a kept key in.
pub(crate) fn view(
    profile: &AgentProfile,
    options: &HostOptions,
    shell: Option<&Variables>,
    kept: &[String],
) -> ProfileView {
    let protocol = protocols::find(&profile.protocol.0);
    let environment = process::environment::minimal(options.environment.iter().cloned());
    let path = search_path(&options.environment, shell);
    let readiness = match process::environment::find_program(OsStr::new(&profile.command), &path) {
        Ok(_) => missing_key(profile, &environment, kept),
        Err(searched) => Readiness::NotFound {
            searched: searched
                .into_iter()
                .map(|path| path.to_string_lossy().into_owned())
                .collect(),
        },
    };
    ProfileView {
        id: profile.id.clone(),
        name: profile.name.clone(),
        protocol: protocol.map_or_else(|| profile.protocol.0.clone(), |p| p.title.to_owned()),
        command: profile.command.clone(),
        origin: profile.origin,
        readiness,
        about: about(profile),
        asks: protocol.is_some_and(|protocol| (protocol.capabilities)(profile).approvals),
    }
}

fn missing_key(
    profile: &AgentProfile,
    environment: &BTreeMap<OsString, OsString>,
    kept: &[String],
) -> Readiness {
    // The built-in agent needs none, whatever its protocol says of others.
    if profile.origin == ProfileOrigin::BuiltIn {
        return Readiness::Ready;
    }
    let Some(protocol) = protocols::find(&profile.protocol.0) else {
        return Readiness::Ready;
    };
    let variables = (protocol.key_variables)(profile);
    let is_set = |name: &String| {
        profile.env.contains_key(name)
            || environment.contains_key(OsStr::new(name))
            || kept.contains(name)
    };
    if variables.is_empty() || variables.iter().any(is_set) {
        Readiness::Ready
    } else {
        Readiness::NeedsKey { variables }
    }
}

fn about(profile: &AgentProfile) -> String {
    match profile.origin {
        ProfileOrigin::BuiltIn if profile.id.as_str() == GUIDE_WITH_TASKS => {
            "The guide with background tasks and alarms: try “remind me in 10 seconds to stretch”. It runs its tools without asking."
        }
        ProfileOrigin::BuiltIn => {
            "Comes with Parley. No key, no network, no language model: it shows how agents work, and really works in your folder."
        }
        ProfileOrigin::Found => "Looked for on this machine's PATH.",
        ProfileOrigin::User => "A profile of yours.",
        ProfileOrigin::CommandLine => "Given on the command line.",
    }
    .to_owned()
}
