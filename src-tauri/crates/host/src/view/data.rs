//! Data of an operation as the lines of a tree.

use model::SchemaProblem;
use model::view::{DataKind, DataLine, DataTree};
use serde_json::Value;
use std::collections::HashMap;

/// The most lines of one tree.
const MOST: usize = 2_000;
/// The most characters of one value.
const LONGEST: usize = 2_000;

/// The tree, with what is wrong at the values it is wrong with. Problems of
/// places that are not there stand at the nearest one above.
pub(super) fn tree(data: &Value, problems: &[SchemaProblem]) -> DataTree {
    let mut wrong: HashMap<&str, String> = HashMap::new();
    for problem in problems {
        let mut place = problem.pointer.as_str();
        while data.pointer(place).is_none() {
            place = place.rsplit_once('/').map_or("", |(above, _)| above);
        }
        let said = wrong.entry(place).or_default();
        if !said.is_empty() {
            said.push_str("; ");
        }
        said.push_str(&render::visible(&problem.message));
    }
    let mut lines = Vec::new();
    let mut left_out = 0;
    push(
        &mut Lines {
            lines: &mut lines,
            left_out: &mut left_out,
            wrong: &wrong,
        },
        data,
        String::new(),
        &mut String::new(),
        0,
    );
    DataTree {
        lines,
        cut: u32::try_from(left_out).unwrap_or(u32::MAX),
    }
}

struct Lines<'a> {
    lines: &'a mut Vec<DataLine>,
    left_out: &'a mut usize,
    wrong: &'a HashMap<&'a str, String>,
}

fn push(to: &mut Lines<'_>, value: &Value, key: String, pointer: &mut String, depth: u16) {
    let kept = to.lines.len() < MOST;
    let at = to.lines.len();
    if kept {
        let (kind, text) = of(value);
        to.lines.push(DataLine {
            depth,
            key: render::visible(&key),
            kind,
            text,
            within: 0,
            problem: to.wrong.get(pointer.as_str()).cloned().unwrap_or_default(),
        });
    } else {
        *to.left_out += 1;
    }
    let before = to.lines.len();
    let mut child = |key: &str, value: &Value, pointer: &mut String| {
        let length = pointer.len();
        pointer.push('/');
        pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
        push(to, value, key.to_owned(), pointer, depth.saturating_add(1));
        pointer.truncate(length);
    };
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                child(name, value, pointer);
            }
        }
        Value::Array(entries) => {
            for (index, value) in entries.iter().enumerate() {
                child(&index.to_string(), value, pointer);
            }
        }
        _ => {}
    }
    if kept {
        let within = to.lines.len() - before;
        to.lines[at].within = u32::try_from(within).unwrap_or(u32::MAX);
    }
}

fn of(value: &Value) -> (DataKind, String) {
    match value {
        Value::Null => (DataKind::Word, "null".to_owned()),
        Value::Bool(value) => (DataKind::Word, value.to_string()),
        Value::Number(number) => (DataKind::Number, number.to_string()),
        Value::String(text) => {
            let mut shown: String = text.chars().take(LONGEST).collect();
            let more = text.chars().count() - shown.chars().count();
            if more > 0 {
                shown.push_str(&format!("… {more} more characters"));
            }
            (DataKind::Text, render::visible(&shown))
        }
        Value::Array(entries) => (DataKind::List, entries.len().to_string()),
        Value::Object(fields) => (DataKind::Object, fields.len().to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn problems_stand_at_the_values_they_are_about() {
        let data = json!({"title": "A", "parts": [{"n": "x"}, 2]});
        let problem = |pointer: &str, message: &str| SchemaProblem {
            pointer: pointer.to_owned(),
            message: message.to_owned(),
        };
        let tree = tree(
            &data,
            &[
                problem("/parts/0/n", "is no number"),
                problem("/parts/1/deep", "is missing"),
                problem("", "lacks “id”"),
            ],
        );
        let lines: Vec<String> = tree
            .lines
            .iter()
            .map(|line| {
                format!(
                    "{}{}={} [{}] {}",
                    " ".repeat(line.depth.into()),
                    line.key,
                    line.text,
                    line.within,
                    line.problem
                )
            })
            .collect();
        let mut expected = vec![
            "=2 [5] lacks “id”",
            " parts=2 [3] ",
            "  0=1 [1] ",
            "   n=x [0] is no number",
            "  1=2 [0] is missing",
            " title=A [0] ",
        ];
        // Objects keep the order they came in where serde_json does.
        if tree.lines[1].key == "title" {
            expected = vec![
                expected[0],
                expected[5],
                expected[1],
                expected[2],
                expected[3],
                expected[4],
            ];
        }
        assert_eq!(lines, expected);
        assert_eq!(tree.cut, 0);
    }

    #[test]
    fn a_huge_tree_is_cut_and_counted() {
        let data = Value::Array((0..5_000).map(Value::from).collect());
        let tree = tree(&data, &[]);
        assert_eq!((tree.lines.len(), tree.cut), (2_000, 3_001));
        assert_eq!(tree.lines[0].within, 1_999);
    }
}
