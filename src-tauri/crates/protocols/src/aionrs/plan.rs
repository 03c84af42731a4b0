//! plan
use crate::PlanError;
use model::{LaunchPlan, LaunchRequest};
pub(super) fn plan(_: &LaunchRequest<'_>) -> Result<LaunchPlan, PlanError> { Err(PlanError { problem: "being written".into() }) }
