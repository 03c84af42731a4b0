//! What a profile asks for of the environment around Parley: `pass_env`, names of variables, and
//! `inherit_env`, all of them. For protocols whose own configuration has no word for it.

use crate::PlanError;
use model::{AgentProfile, LaunchPlan};
use serde_json::Value;

/// Puts it into a plan.
///
/// # Errors
/// A setting of a wrong type.
pub(crate) fn apply(profile: &AgentProfile, plan: &mut LaunchPlan) -> Result<(), PlanError> {
    let wrong = |setting: &str, wanted: &str| PlanError {
        problem: format!(
            "The setting “{setting}” of the agent “{}” must be {wanted}. Correct it in the \
             agent's settings.",
            profile.name
        ),
    };
    let name = |value: &Value| value.as_str().map(str::to_owned);
    match profile.settings.get("pass_env") {
        None | Some(Value::Null) => {}
        Some(Value::Array(names)) => {
            let names: Option<Vec<String>> = names.iter().map(name).collect();
            plan.pass_env = names.ok_or_else(|| wrong("pass_env", "a list of names"))?;
        }
        Some(_) => return Err(wrong("pass_env", "a list of names")),
    }
    match profile.settings.get("inherit_env") {
        None | Some(Value::Null) => {}
        Some(Value::Bool(all)) => plan.inherit_env = *all,
        Some(_) => return Err(wrong("inherit_env", "true or false")),
    }
    if plan.inherit_env {
        plan.warnings.push(
            "This profile hands the agent your whole environment (`inherit_env`), keys and \
             passwords in it too."
                .to_owned(),
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{ConversationId, LaunchRequest, ProfileId, ProfileOrigin, ProtocolId};
    use serde_json::json;

    fn plan(protocol: &str, settings: &Value) -> Result<LaunchPlan, PlanError> {
        let profile = AgentProfile {
            id: ProfileId::from("a"),
            name: "A".to_owned(),
            protocol: ProtocolId(protocol.to_owned()),
            command: "a".to_owned(),
            args: Vec::new(),
            env: std::collections::BTreeMap::new(),
            settings: settings.as_object().cloned().unwrap_or_default(),
            origin: ProfileOrigin::User,
        };
        let conversation = ConversationId::from("c");
        let request = LaunchRequest::new(&profile, &conversation, "/w");
        let protocol = crate::registry::find(protocol).expect("a protocol");
        (protocol.plan)(&request)
    }

    #[test]
    fn c20_a_profile_may_ask_for_variables_by_name_or_for_all() {
        for protocol in ["aionrs", "nuum"] {
            let named = plan(protocol, &json!({"pass_env": ["A", "B"]})).expect("a plan");
            assert_eq!(named.pass_env, ["A", "B"]);
            assert!(!named.inherit_env);
            let all = plan(protocol, &json!({"inherit_env": true})).expect("a plan");
            assert!(all.inherit_env && all.warnings.iter().any(|w| w.contains("inherit_env")));
            for wrong in [
                json!({"pass_env": "A"}),
                json!({"pass_env": [1]}),
                json!({"inherit_env": 1}),
            ] {
                assert!(plan(protocol, &wrong).is_err(), "{wrong}");
            }
        }
    }
}
