//! The tool calls of a play: who they are and what they were asked with.

use std::collections::BTreeMap;

use serde_json::{Value, json};

#[derive(Default)]
pub(super) struct Calls {
    known: BTreeMap<String, (String, Value)>,
    last: String,
}

impl Calls {
    /// A `tool_request`. `exec`: the shell tool is called `ExecCommand`, its argument `cmd`.
    pub(super) fn ask(&mut self, body: &Value, msg_id: &str, exec: bool) -> Result<Value, String> {
        let Some(tool) = body["tool"].as_str() else {
            return Err("`ask` needs an object with at least `tool` and `args`".to_owned());
        };
        let (tool, args) = told(tool, &body["args"], exec);
        let call = self.add(body["call_id"].as_str(), &tool, &args);
        let category = body["category"].as_str().unwrap_or(match tool.as_str() {
            "Read" | "Glob" | "Grep" => "info",
            "Write" | "Edit" => "edit",
            "Bash" | "Spawn" | "ExecCommand" => "exec",
            _ => "mcp",
        });
        let description = match body["description"].as_str() {
            Some(description) => description.to_owned(),
            None => format!("Use {tool}"),
        };
        Ok(json!({
            "type": "tool_request",
            "msg_id": body["msg_id"].as_str().unwrap_or(msg_id),
            "call_id": call,
            "tool": {"name": tool, "category": category, "args": args,
                     "description": description},
        }))
    }

    /// The id of a call that runs: one asked for, or a new one when `tool` is given.
    pub(super) fn running(&mut self, body: &Value, exec: bool) -> String {
        let named = body.as_str().or(body["call_id"].as_str());
        match body["tool"].as_str() {
            Some(tool) if named.is_none_or(|id| !self.known.contains_key(id)) => {
                let (tool, args) = told(tool, &body["args"], exec);
                self.add(named, &tool, &args)
            }
            _ => self.named(named),
        }
    }

    fn add(&mut self, id: Option<&str>, tool: &str, args: &Value) -> String {
        let id = match id {
            Some(id) => id.to_owned(),
            None => format!("t{}", self.known.len() + 1),
        };
        let call = (tool.to_owned(), args.clone());
        self.known.insert(id.clone(), call);
        self.last.clone_from(&id);
        id
    }

    /// The call named, or the last one.
    pub(super) fn named(&self, id: Option<&str>) -> String {
        id.map_or_else(|| self.last.clone(), str::to_owned)
    }

    pub(super) fn tool(&self, id: &str) -> &str {
        self.known.get(id).map_or("", |(tool, _)| tool)
    }

    /// As 0.2 tells a call again.
    pub(super) fn as_text(&self, id: &str) -> String {
        let Some((tool, args)) = self.known.get(id) else {
            return format!("[{id}]");
        };
        let words = args.as_object().and_then(|args| args.values().next());
        match words {
            Some(Value::String(words)) => format!("[{tool}] {words}"),
            _ => format!("[{tool}] {args}"),
        }
    }
}

fn told(tool: &str, args: &Value, exec: bool) -> (String, Value) {
    if exec && tool == "Bash" {
        let mut args = args.clone();
        if let Some(fields) = args.as_object_mut()
            && let Some(command) = fields.shift_remove("command")
        {
            fields.insert("cmd".to_owned(), command);
        }
        return ("ExecCommand".to_owned(), args);
    }
    (tool.to_owned(), args.clone())
}
