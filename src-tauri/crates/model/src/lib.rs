//! What happened, in Parley's words.
//!
//! Every protocol is translated into these types and nothing above the
//! adapters knows another vocabulary. The crate does no I/O and depends on
//! `serde` alone; with the feature `ts` the types that reach a window write
//! their TypeScript twins (the binding test compares them with the committed
//! ones).

mod approval;
mod capability;
mod command;
mod conversation;
mod cost;
mod event;
mod ids;
mod item;
mod launch;
pub mod order;
mod phrase;
mod profile;
mod result;
mod rule;
mod spent;
mod task;
mod traffic;
mod transcript;
mod turn;
pub mod view;

pub use approval::{
    Answered, ApprovalAnswer, ApprovalKey, ApprovalRecord, ApprovalRequest, ApprovalState,
    ApprovalSubject, Decision, ExpiryReason, Resolution, Risk, RiskClass,
};
pub use capability::{AgentCommand, ApprovalMode, Capabilities, ModeInfo, ResumeMeans};
pub use command::{AllowScope, Command, McpServer, Refusal, UserMessage};
pub use conversation::{Activity, ContextLoss, ConversationMeta, ConversationSummary, Marks};
pub use cost::{BadPrices, Cost, Currency, PRICES, Price};
pub use event::{Event, NoticeLevel, Recorded};
pub use ids::{ApprovalId, ConversationId, Epoch, ItemId, ProfileId, RuleId, Seq, TurnId};
pub use item::{
    AgentFault, Asked, Attachment, Delivery, Item, ItemBody, ItemChange, Output, OutputKind,
    ToolCall, ToolKind, ToolState,
};
pub use launch::{
    Exit, Framing, LaunchPlan, LaunchRequest, Lifetime, RequestFile, StdinPlan, StopStep, TimeLimit,
};
pub use phrase::Phrase;
pub use profile::{AgentProfile, ProfileOrigin, ProtocolId};
pub use result::{Media, MediaKind, OperationResult, SchemaProblem};
pub use rule::{Decider, Rule, RuleDraft, RuleEffect, RulePattern};
pub use spent::{CostSum, Counter, Spent};
pub use task::Task;
pub use traffic::{Direction, TrafficLine};
pub use transcript::Transcript;
pub use turn::{Turn, TurnOrigin, TurnOutcome, Usage};
