//! Reading on: long rows come by their heads, and everything is found and copied,
//! whatever a window holds.

use model::view::{Found, FoundRow, RowBody};
use parley_tests::{Stage, Window};

/// One turn: an answer of 3,000 paragraphs, and a tool whose output has 200,000
/// lines with a needle at the end.
fn long_turn() -> String {
    let answer: String = (0..3_000).map(|n| format!("Paragraph {n}.\n\n")).collect();
    let mut output: String = (0..200_000).map(|n| format!("line {n}\n")).collect();
    output.push_str("the NEEDLE at last");
    let say = serde_json::json!({"emit": {"type": "text_delta", "msg_id": "${m.msg_id}", "text": answer}});
    let gave = serde_json::json!({"emit": {
        "type": "tool_result", "msg_id": "${m.msg_id}", "call_id": "t1", "tool_name": "Bash",
        "status": "success", "output": output,
    }});
    format!(
        r#"{{"emit":{{"type":"ready","version":"0.1.0","capabilities":{{"tool_approval":true,"thinking":true,"mcp":false}}}}}}
{{"expect":{{"type":"message"}},"as":"m"}}
{{"emit":{{"type":"stream_start","msg_id":"${{m.msg_id}}"}}}}
{say}
{{"emit":{{"type":"tool_running","msg_id":"${{m.msg_id}}","call_id":"t1","tool_name":"Bash"}}}}
{gave}
{{"emit":{{"type":"stream_end","msg_id":"${{m.msg_id}}"}}}}
{{"wait_eof":true}}
"#
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn c78_a_new_window_gets_heads_and_more_when_it_asks() {
    let stage = Stage::open().await;
    let id = stage.scripted(&long_turn()).await;
    let mut first = Window::new(&stage.host, "main", &id);
    first.send("go").await;
    first.ended(0).await;

    let mut fresh = Window::new(&stage.host, "second", &id);
    fresh.ended(0).await;
    let size: usize = fresh
        .rows
        .values()
        .flat_map(|(_, blocks)| blocks)
        .map(|block| block.html.len())
        .sum();
    assert!(size < 400 * 1024, "the snapshot has {size} bytes of HTML");

    let (&answer, (_, head)) = fresh
        .rows
        .iter()
        .find(|(_, (row, _))| matches!(row.body, RowBody::Text))
        .unwrap();
    let mut blocks = head.clone();
    assert!(blocks.len() < 3_000);
    loop {
        let from = u32::try_from(blocks.len()).unwrap();
        let more = stage.host.more_of_row(&id, answer, from, None).unwrap();
        blocks.extend(more.blocks);
        if blocks.len() as u32 >= more.block_count {
            break;
        }
    }
    assert_eq!(blocks.len(), 3_000);
    assert_eq!(blocks[2_999].html.trim_end(), "<p>Paragraph 2999.</p>");

    // What was let go is asked for again by its place, and found without being there.
    let again = stage
        .host
        .more_of_row(&id, answer, 1_200, Some(100))
        .unwrap();
    assert_eq!(again.blocks, blocks[1_200..1_300]);
    let found = |row, text: &str, nth| stage.host.find_in_row(&id, row, text, nth).unwrap();
    let there = found(answer, "paragraph 2345.", 0).unwrap();
    assert_eq!((there.block, there.nth), (2_345, 0));
    assert_eq!(found(answer, "paragraph 3000.", 0), None);
    assert_eq!(found(answer, "  ", 0), None);

    let (&tool, (_, head)) = fresh
        .rows
        .iter()
        .find(|(_, (row, _))| matches!(row.body, RowBody::Tool { .. }))
        .unwrap();
    assert!(head[0].html.contains("line 0\n"));
    let (mut held, mut last, mut pages) = (head.len(), String::new(), 0);
    loop {
        let from = u32::try_from(held).unwrap();
        let more = stage.host.more_of_row(&id, tool, from, None).unwrap();
        held += more.blocks.len();
        pages += 1;
        last = more.blocks.last().map_or(last, |block| block.html.clone());
        if held as u32 >= more.block_count {
            break;
        }
    }
    assert!(last.contains("the NEEDLE at last"), "{pages} pages");
    let needle = found(tool, "needle", 0).unwrap();
    assert_eq!((needle.block as usize, needle.nth), (held - 1, 0));
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c83_everything_is_found_and_copied_also_what_only_the_archive_holds() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    // More items than are read when a conversation is opened again.
    for turn in 0..110 {
        let text = if turn == 0 {
            "error".to_owned()
        } else {
            format!("hello {turn} Straße")
        };
        window.send(&text).await;
        window.ended(turn).await;
    }
    let stage = stage.reopen().await;
    let count = |found: &Found| found.rows.iter().map(|row| row.count).sum::<u32>();
    let found = stage.host.find(&id, "STRASSE").unwrap();
    assert_eq!(
        count(&found),
        0,
        "what is written otherwise is another word"
    );
    let found = stage.host.find(&id, "hello 1 straße").unwrap();
    let FoundRow {
        place,
        count: times,
    } = found.rows[0];
    assert!(place < 12 && times == 1 && !found.cut, "{found:?}");
    assert_eq!(stage.host.find(&id, "  ").unwrap().rows, []);

    // A place far up is read by itself, and is the same row that paging up leads to.
    let far = stage.host.rows_at(&id, place - 1, 3).unwrap().rows;
    let places: Vec<u32> = far.iter().map(|row| row.place).collect();
    assert_eq!(places, [place - 1, place, place + 1]);
    let row = far[1].row.clone().unwrap();
    assert_eq!(stage.host.place_of_item(&id, &row.id).unwrap(), Some(place));
    let more = stage.host.more_of_row(&id, place, 0, None).unwrap();
    assert_eq!(more.block_count, far[1].block_count);
    let older = stage.host.older_rows(&id, place + 2, 3).unwrap().rows;
    assert_eq!(older, far);
    let end = stage.host.rows_at(&id, 0, 500).unwrap().rows;
    let there: Vec<u32> = end.iter().map(|row| row.place).collect();
    assert!(there.iter().copied().eq(0..there.len() as u32), "{there:?}");
    assert!(there.len() > 300, "what is held follows what is not");

    // Every message that was sent, a page at a time.
    let mut sent = Vec::new();
    let mut before = None;
    loop {
        let page = stage.host.sent_messages(&id, before).unwrap();
        let Some(first) = page.first() else { break };
        before = Some(first.place);
        sent.splice(0..0, page.into_iter().map(|message| message.text));
    }
    let wanted = (1..110).map(|n| format!("hello {n} Straße"));
    let wanted: Vec<String> = ["error".to_owned()].into_iter().chain(wanted).collect();
    assert_eq!(sent, wanted);

    let whole = stage.host.text_of_rows(&id, 0, u32::MAX).unwrap();
    let questions = (1..110).filter(|n| whole.contains(&format!("hello {n} Straße")));
    assert_eq!(questions.count(), 109);
    let one = stage.host.text_of_rows(&id, place, place + 1).unwrap();
    assert_eq!(one, "hello 1 Straße");
    stage.host.shutdown().await;
}
