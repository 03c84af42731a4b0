#![allow(clippy::unwrap_used)]
use super::board::Board;
use super::record::Record;
use super::{News, NewsKind};
use model::view::{TaskKind, TaskState};
use model::{ConversationId, ItemId, Task, TurnOutcome};

fn task(id: &str, kind: &str, fires_at: Option<u64>) -> Task {
    Task {
        id: id.to_owned(),
        kind: kind.to_owned(),
        description: format!("about {id}\nmore"),
        status: if kind == "alarm" {
            "pending"
        } else {
            "running"
        }
        .to_owned(),
        created_at: Some(1_000),
        fires_at,
    }
}

fn conversation() -> ConversationId {
    ConversationId::from("c")
}

fn past(board: &Board) -> Vec<(String, TaskState, Option<u64>)> {
    let inner = board.lock();
    let told = |one: &super::record::Owned| {
        let record = &one.record;
        (record.id.clone(), record.state, record.ended_at)
    };
    inner.past.iter().map(told).collect()
}

#[test]
fn what_leaves_the_snapshot_is_history_and_a_due_alarm_is_news() {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::open(folder.path());
    let mut news = board.news();
    let tasks = [
        task("due", "alarm", Some(5_000)),
        task("early", "alarm", Some(90_000)),
        task("look", "research", None),
        task("stays", "alarm", Some(90_000)),
    ];
    let row = ItemId::from("row");
    board.snapshot(&conversation(), &tasks, Some(&row), 2_000);
    board.snapshot(
        &conversation(),
        &tasks[3..],
        Some(&ItemId::from("later")),
        5_200,
    );
    assert_eq!(
        past(&board),
        [
            ("look".to_owned(), TaskState::Done, Some(5_200)),
            ("early".to_owned(), TaskState::Stopped, Some(5_200)),
            ("due".to_owned(), TaskState::Fired, Some(5_200)),
        ]
    );
    let live = board.lock().live[&conversation()].clone();
    assert_eq!(live.len(), 1);
    assert_eq!(
        (live[0].item.clone(), live[0].about.as_str()),
        (Some(row), "about stays")
    );
    assert_eq!(
        news.try_recv().unwrap(),
        News {
            conversation: conversation(),
            kind: NewsKind::Alarm {
                about: "about due".to_owned()
            },
        }
    );
    assert!(news.try_recv().is_err(), "only what fired is news");
}

#[test]
fn the_board_is_there_again_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::open(folder.path());
    board.snapshot(
        &conversation(),
        &[
            task("a", "alarm", Some(9)),
            task("b", "alarm", Some(99_999)),
        ],
        None,
        1,
    );
    board.snapshot(
        &conversation(),
        &[task("b", "alarm", Some(99_999))],
        None,
        10,
    );
    board.write();
    let again = Board::open(folder.path());
    assert_eq!(past(&again), [("a".to_owned(), TaskState::Fired, Some(10))]);
    assert_eq!(again.lock().live, board.lock().live);
    again.forget(&conversation());
    again.write();
    let empty = Board::open(folder.path());
    assert!(empty.lock().live.is_empty() && empty.lock().past.is_empty());
}

#[test]
fn what_is_written_at_the_end_is_there_whoever_else_is_writing() {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::open(folder.path());
    let over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(std::sync::atomic::Ordering::Relaxed) {
                board.write();
            }
        });
        for n in 1..=40 {
            let tasks: Vec<_> = (0..n)
                .map(|n| task(&n.to_string(), "alarm", Some(99_999)))
                .collect();
            board.snapshot(&conversation(), &tasks, None, 1);
            board.write();
            let kept = Board::open(folder.path()).lock().live[&conversation()].len();
            if kept != n {
                over.store(true, std::sync::atomic::Ordering::Relaxed);
            }
            assert_eq!(kept, n);
        }
        over.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

#[test]
fn own_turns_and_operations_are_remembered_and_answers_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::open(folder.path());
    let turn = |id: &str, kind| Record {
        id: id.to_owned(),
        kind,
        word: String::new(),
        about: String::new(),
        state: TaskState::Running,
        begun_at: Some(100),
        fires_at: None,
        ended_at: None,
        item: None,
        progress: "half".to_owned(),
    };
    let mut news = board.news();
    let failed = TurnOutcome::Failed {
        message: "no".to_owned(),
    };
    board.turn_ended(
        &conversation(),
        turn("t", TaskKind::Turn),
        TurnOutcome::Completed,
        400,
    );
    board.turn_ended(&conversation(), turn("o", TaskKind::Operation), failed, 500);
    board.turn_ended(
        &conversation(),
        turn("w", TaskKind::OwnTurn),
        TurnOutcome::Completed,
        600,
    );
    assert_eq!(
        past(&board),
        [
            ("w".to_owned(), TaskState::Done, Some(600)),
            ("o".to_owned(), TaskState::Failed, Some(500)),
        ]
    );
    let NewsKind::TurnEnded { took_ms, .. } = news.try_recv().unwrap().kind else {
        panic!("a turn's end is news");
    };
    assert_eq!(took_ms, 300);
}

#[test]
fn f032_ten_thousand_tasks_with_times_long_past_are_a_matter_of_milliseconds() {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::open(folder.path());
    let tasks: Vec<Task> = (0..10_000)
        .map(|n| task(&format!("t{n}"), "alarm", Some(n)))
        .collect();
    board.snapshot(&conversation(), &tasks, None, 1);
    let begun = std::time::Instant::now();
    board.snapshot(&conversation(), &tasks[5_000..], None, 1_000_000);
    // The budget is 100 ms for an optimised build on an idle machine.
    assert!(begun.elapsed().as_millis() < 2_000, "{:?}", begun.elapsed());
    let inner = board.lock();
    assert_eq!(inner.live[&conversation()].len(), 5_000);
    assert_eq!(inner.past.len(), 1_000, "the history is bounded");
}
