use super::Schema;
use serde_json::{Value, json};

fn problems(schema: Value, data: Value) -> Vec<(String, String)> {
    let schema = Schema::read(&schema).unwrap_or_else(|error| panic!("{error}"));
    let problems = schema.problems(&data).into_iter();
    problems
        .map(|problem| (problem.pointer, problem.message))
        .collect()
}

fn at(pointer: &str, message: &str) -> (String, String) {
    (pointer.to_owned(), message.to_owned())
}

#[test]
fn both_drafts_judge_by_their_own_words_and_point_at_the_place() {
    // `prefixItems` is 2020-12's, `items` as a list is draft 7's.
    let newer = json!({"properties": {"pair/of": {"prefixItems": [{"type": "string"}, {"$ref": "#/$defs/age"}]}},
        "$defs": {"age": {"type": "integer", "minimum": 0}}});
    let older = json!({"$schema": "http://json-schema.org/draft-07/schema#", "$id": "people.json",
        "properties": {"pair/of": {"items": [{"type": "string"}, {"$ref": "#/definitions/age"}]}},
        "definitions": {"age": {"type": "integer", "minimum": 0}}});
    for schema in [newer, older] {
        assert_eq!(
            problems(schema, json!({"pair/of": [1, -1]})),
            [
                at("/pair~1of/0", "must be string, and is number"),
                at("/pair~1of/1", "must be at least 0, and is -1"),
            ]
        );
    }
}

#[test]
fn choices_are_judged_as_a_whole() {
    let schema = json!({
        "additionalProperties": {"anyOf": [{"type": "string"}, {"type": "object", "required": ["name"]}]},
        "properties": {"one": {"oneOf": [{"minimum": 1}, {"minimum": 2}]}, "no": false, "not": {"not": {"const": 1}}},
    });
    assert_eq!(
        problems(
            schema,
            json!({"a": {}, "b": "", "one": 3, "no": 1, "not": 1})
        ),
        [
            at("/a", "is none of what the schema allows here"),
            at("/one", "is more than one of what it may be only one of"),
            at("/no", "must not be there"),
            at("/not", "is what it must not be"),
        ]
    );
}

#[test]
fn what_is_none_is_refused_with_the_place_and_nothing_is_fetched() {
    let cases = [
        (
            json!({"properties": {"a": {"type": "text"}}}),
            "is no JSON Schema, at /properties/a/type: is none of what the schema allows here",
        ),
        (
            json!({"$ref": "https://example.com/people.json"}),
            "is no JSON Schema, at its top: it refers to https://example.com/people.json, and what \
             it refers to must be in it",
        ),
        (
            json!({"$ref": "file:///etc/hostname"}),
            "is no JSON Schema, at its top: it refers to file:///etc/hostname, and what it refers \
             to must be in it",
        ),
    ];
    for (schema, reason) in cases {
        match Schema::read(&schema) {
            Ok(_) => panic!("{schema} is taken"),
            Err(error) => assert_eq!(error, reason),
        }
    }
    assert!(Schema::read(&json!({"properties": {"a": {"pattern": "("}}})).is_err());
}

#[test]
fn a_pattern_that_looks_around_is_said_to_be_unchecked() {
    let schema = json!({"properties": {"a": {"type": "string", "pattern": "^(?!x)"}, "b": {"pattern": "^b$"}}});
    assert_eq!(
        problems(schema, json!({"a": 1, "b": "c"})),
        [
            at("/a", "must be string, and is number"),
            at("/b", "does not fit the pattern ^b$"),
            at(
                "",
                "the pattern ^(?!x) was not checked: it looks ahead or back"
            ),
        ]
    );
}

#[test]
fn the_rarer_problems_are_said_in_words_of_ours() {
    let cases = [
        (json!({"enum": ["a", 1]}), json!(2), "must be one of “a”, 1"),
        (
            json!({"enum": [[1], 1]}),
            json!(2),
            "is none of what the schema allows here",
        ),
        (json!({"const": "a"}), json!("b"), "must be “a”"),
        (
            json!({"const": [1]}),
            json!(2),
            "is not exactly what the schema asks for",
        ),
        (
            json!({"exclusiveMinimum": 2}),
            json!(2),
            "must be more than 2, and is 2",
        ),
        (
            json!({"exclusiveMaximum": 2}),
            json!(2),
            "must be less than 2, and is 2",
        ),
        (
            json!({"multipleOf": 2}),
            json!(3),
            "must be a multiple of 2, and is 3",
        ),
        (
            json!({"uniqueItems": true}),
            json!([1, 2, 1]),
            "must not have the same entry twice: 0 and 2 are equal",
        ),
        (
            json!({"prefixItems": [true], "items": false}),
            json!([1, 2]),
            "must not be there",
        ),
        (
            json!({"contains": {"const": 1}}),
            json!([2]),
            "has no entry of the kind that it must have",
        ),
        (
            json!({"contains": {"const": 1}, "minContains": 2}),
            json!([1]),
            "must have at least 2 entries of one kind, and has 1",
        ),
        (
            json!({"contains": {"const": 1}, "maxContains": 1}),
            json!([1, 1]),
            "must have at most 1 entries of one kind, and has 2",
        ),
        (
            json!({"minProperties": 1}),
            json!({}),
            "must have at least 1 fields, and has 0",
        ),
        (
            json!({"maxProperties": 1}),
            json!({"a": 1, "b": 2}),
            "must have at most 1 fields, and has 2",
        ),
        (
            json!({"dependentRequired": {"a": ["b", "c"]}}),
            json!({"a": 1}),
            "has “a”, and so lacks “b”, “c”",
        ),
        (
            json!({"propertyNames": {"maxLength": 1}}),
            json!({"ab": 1}),
            "has “ab”, and the schema allows no such name",
        ),
    ];
    for (schema, data, wanted) in cases {
        let said = problems(json!({"properties": {"x": schema}}), json!({"x": data}));
        let said: Vec<&str> = said.iter().map(|(_, message)| &**message).collect();
        assert_eq!(said, [wanted], "{schema}");
    }
    // Drafts before 2019 judge the form too.
    let older = json!({"$schema": "http://json-schema.org/draft-07/schema#",
        "properties": {"x": {"format": "date"}, "y": {"items": [true], "additionalItems": false}}});
    assert_eq!(
        problems(older, json!({"x": "today", "y": [1, 2]})),
        [
            at("/x", "is not of the form “date”"),
            at("/y", "has 1 entries more than the schema allows"),
        ]
    );
}
