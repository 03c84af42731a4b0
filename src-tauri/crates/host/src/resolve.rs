//! Which profile is meant by a name, a file or a program.

use crate::exec::ExecAgent;
use crate::host::Host;
use crate::imports;
use crate::profiles::GUIDE;
use model::view::Problem;
use model::{AgentProfile, ProfileId, ProfileOrigin, ProtocolId};
use std::collections::BTreeMap;
use std::path::Path;

impl Host {
    /// The profile that is meant, and what is to be known of it.
    pub(crate) fn resolve(
        &self,
        agent: &ExecAgent,
    ) -> Result<(AgentProfile, Vec<String>), Problem> {
        let saved = |id: &str| {
            self.profile(&ProfileId::from(id)).ok_or_else(|| {
                crate::problem(
                    "refused",
                    format!(
                        "There is no agent profile “{id}”. `parley agents` lists those there are."
                    ),
                )
            })
        };
        match agent {
            ExecAgent::Guide => Ok((saved(GUIDE)?, Vec::new())),
            ExecAgent::Given(profile) => Ok(((**profile).clone(), Vec::new())),
            ExecAgent::Profile(name) if imports::is_file(name) => {
                let imported = imports::import(Path::new(name))?;
                Ok((imported.profile, imported.notes))
            }
            ExecAgent::Profile(id) => Ok((saved(id)?, Vec::new())),
            ExecAgent::Command {
                protocol,
                command,
                args,
                env,
            } => {
                if protocols::find(protocol).is_none() {
                    let known: Vec<&str> = protocols::PROTOCOLS.iter().map(|p| p.id).collect();
                    return Err(crate::problem(
                        "refused",
                        format!(
                            "Parley does not speak “{protocol}”. It speaks: {}.",
                            known.join(", ")
                        ),
                    ));
                }
                let profile = AgentProfile {
                    id: ProfileId::from("command-line"),
                    name: command.rsplit('/').next().unwrap_or(command).to_owned(),
                    protocol: ProtocolId(protocol.clone()),
                    command: command.clone(),
                    args: args.clone(),
                    env: env.iter().cloned().collect::<BTreeMap<_, _>>(),
                    settings: serde_json::Map::new(),
                    origin: ProfileOrigin::CommandLine,
                };
                Ok((profile, Vec::new()))
            }
        }
    }
}
