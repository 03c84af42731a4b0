//! Sentences and what they mean.

use super::{Intent, understand};

fn list(path: &str) -> Intent {
    Intent::List {
        path: path.into(),
        pattern: "*".into(),
    }
}

fn read(files: &[&str]) -> Intent {
    Intent::Read {
        files: files.iter().map(|f| (*f).to_owned()).collect(),
    }
}

fn search(text: &str, path: &str) -> Intent {
    Intent::Search {
        text: text.into(),
        path: path.into(),
    }
}

fn write(file: &str, content: &str) -> Intent {
    Intent::Write {
        file: file.into(),
        content: content.into(),
    }
}

fn edit(file: &str, old: &str, new: &str) -> Intent {
    Intent::Edit {
        file: file.into(),
        old: old.into(),
        new: new.into(),
    }
}

fn run(command: &str) -> Intent {
    Intent::Run {
        command: command.into(),
    }
}

fn check(rows: &[(&str, Intent)]) {
    let wrong: Vec<_> = rows
        .iter()
        .map(|(said, meant)| (said, understand(said), meant))
        .filter(|(_, got, meant)| got != *meant)
        .collect();
    assert!(wrong.is_empty(), "(said, got, meant): {wrong:#?}");
}

#[test]
fn listing() {
    check(&[
        ("list", list(".")),
        ("ls", list(".")),
        ("List the files.", list(".")),
        ("please list the files", list(".")),
        ("Can you list all files in this folder?", list(".")),
        ("list files in src", list("src")),
        ("list src/guide", list("src/guide")),
        ("list the folder \"my notes\"", list("my notes")),
        ("show me the files", list(".")),
        ("what files are here?", list(".")),
        ("what is in this folder?", list(".")),
        ("what is here", list(".")),
        ("zeige mir die Dateien", list(".")),
        ("list ..", list("..")),
        (
            "list *.rs",
            Intent::List {
                path: ".".into(),
                pattern: "*.rs".into(),
            },
        ),
        (
            "list src/*.rs",
            Intent::List {
                path: "src".into(),
                pattern: "*.rs".into(),
            },
        ),
        (
            "list hidden files",
            Intent::List {
                path: ".".into(),
                pattern: ".*".into(),
            },
        ),
        (
            "ls -la",
            Intent::List {
                path: ".".into(),
                pattern: ".*".into(),
            },
        ),
    ]);
}

#[test]
fn reading() {
    check(&[
        ("read hello.txt", read(&["hello.txt"])),
        ("Read hello.txt.", read(&["hello.txt"])),
        ("open notes.md please", read(&["notes.md"])),
        (
            "could you please show me the file src/main.rs?",
            read(&["src/main.rs"]),
        ),
        ("cat README", read(&["README"])),
        ("read the contents of a.txt", read(&["a.txt"])),
        ("read a.txt and b.txt", read(&["a.txt", "b.txt"])),
        (
            "read a.txt, b.txt and \"c d.txt\"",
            read(&["a.txt", "b.txt", "c d.txt"]),
        ),
        ("read README and LICENSE", read(&["README", "LICENSE"])),
        ("read my notes.txt", read(&["notes.txt"])),
        ("read ../../etc/passwd", read(&["../../etc/passwd"])),
        ("what is in hello.txt?", read(&["hello.txt"])),
        ("what does hello.txt say?", read(&["hello.txt"])),
        ("lies hallo.txt", read(&["hallo.txt"])),
        (
            "read",
            Intent::Incomplete {
                example: "read notes.md",
            },
        ),
        ("read me a good story about dogs", Intent::Unknown),
    ]);
}

#[test]
fn searching() {
    check(&[
        ("search foo", search("foo", ".")),
        ("search for foo", search("foo", ".")),
        ("find TODO in src/guide", search("TODO", "src/guide")),
        ("grep \"two words\" in src", search("two words", "src")),
        ("grep \"two words\" in src/", search("two words", "src/")),
        (
            "search for two words in all files",
            search("two words", "."),
        ),
        ("search for cats in boxes", search("cats in boxes", ".")),
        ("look for the text: hello", search("hello", ".")),
        ("suche nach Wort", search("Wort", ".")),
        (
            "search",
            Intent::Incomplete {
                example: "search TODO",
            },
        ),
    ]);
}

#[test]
fn writing() {
    let lacks = || Intent::Incomplete {
        example: "write hello.txt with the text: hi",
    };
    check(&[
        (
            "write hello.txt with the text: hi",
            write("hello.txt", "hi"),
        ),
        (
            "create hello.txt with the text: hi",
            write("hello.txt", "hi"),
        ),
        (
            "Create a file hello.txt with the text hi there",
            write("hello.txt", "hi there"),
        ),
        (
            "make a new file called hello.txt containing \"hi\"",
            write("hello.txt", "hi"),
        ),
        ("make a file hello.txt", write("hello.txt", "")),
        ("create hello.txt", write("hello.txt", "")),
        ("write hello.txt: a: b", write("hello.txt", "a: b")),
        (
            "write a.md with the text:\n# Title\n\n- one",
            write("a.md", "# Title\n\n- one"),
        ),
        ("write a.md\n# Title", write("a.md", "# Title")),
        (
            "write a.rs:\n```rust\nfn main() {}\n```",
            write("a.rs", "fn main() {}"),
        ),
        ("write \"hi\" to hello.txt", write("hello.txt", "hi")),
        (
            "save hello world in notes.txt",
            write("notes.txt", "hello world"),
        ),
        (
            "write \"my file.txt\" with the text: hi",
            write("my file.txt", "hi"),
        ),
        (
            "schreibe hallo.txt mit dem Text: Grüße",
            write("hallo.txt", "Grüße"),
        ),
        ("write hello.txt", lacks()),
        ("write", lacks()),
        ("write ../x.txt with the text: hi", write("../x.txt", "hi")),
        ("make a folder notes", run("mkdir -p notes")),
        ("make me a sandwich", Intent::Unknown),
        ("add a line to notes.txt", Intent::Unknown),
        ("write me a poem", Intent::Unknown),
    ]);
}

#[test]
fn editing() {
    let lacks = || Intent::Incomplete {
        example: "edit hello.txt: replace hi with hello",
    };
    check(&[
        (
            "edit hello.txt: replace hi with hello",
            edit("hello.txt", "hi", "hello"),
        ),
        (
            "edit hello.txt: replace \"a with b\" with \"c\"",
            edit("hello.txt", "a with b", "c"),
        ),
        (
            "in hello.txt, replace hi by hello",
            edit("hello.txt", "hi", "hello"),
        ),
        (
            "replace hi with hello in hello.txt",
            edit("hello.txt", "hi", "hello"),
        ),
        (
            "replace 'in' with 'out' in the file hello.txt",
            edit("hello.txt", "in", "out"),
        ),
        (
            "change hi to hello there in hello.txt",
            edit("hello.txt", "hi", "hello there"),
        ),
        (
            "edit a.txt and replace \"x\" with \"\"",
            edit("a.txt", "x", ""),
        ),
        (
            "ersetze alt durch neu in a.txt",
            edit("a.txt", "alt", "neu"),
        ),
        ("edit hello.txt", lacks()),
        ("edit", lacks()),
    ]);
}

#[test]
fn running() {
    check(&[
        ("run ls -la", run("ls -la")),
        ("run the command `ls -la`", run("ls -la")),
        ("Run: echo 'a b' > c", run("echo 'a b' > c")),
        ("run echo \"please?\"", run("echo \"please?\"")),
        ("$ make test", run("make test")),
        ("execute\n```sh\na\nb\n```", run("a\nb")),
        (
            "run",
            Intent::Incomplete {
                example: "run ls -la",
            },
        ),
        ("delete hello.txt", run("rm -- hello.txt")),
        ("delete \"it's.txt\"", run("rm -- 'it'\\''s.txt'")),
        ("runaway train", Intent::Unknown),
    ]);
}

#[test]
fn everything_else() {
    check(&[
        ("", Intent::Empty),
        ("  \n ", Intent::Empty),
        ("help", Intent::Help),
        ("What can you do?", Intent::Help),
        ("please help", Intent::Help),
        ("show me everything", Intent::Tour),
        ("Show me everything!", Intent::Tour),
        ("think", Intent::Think),
        ("thinking", Intent::Think),
        ("long", Intent::Long { paragraphs: None }),
        ("long answer", Intent::Long { paragraphs: None }),
        (
            "long 20",
            Intent::Long {
                paragraphs: Some(20),
            },
        ),
        ("give me a long answer", Intent::Long { paragraphs: None }),
        ("write a long answer", Intent::Long { paragraphs: None }),
        ("error", Intent::Fail),
        ("image", Intent::Picture),
        ("draw a picture", Intent::Picture),
        ("hello", Intent::Greeting),
        ("Hi there!", Intent::Greeting),
        ("thanks!", Intent::Thanks),
        ("who are you?", Intent::Who),
        ("settings", Intent::Settings),
        ("what did I say?", Intent::Recall),
        (
            "remember that the sky is blue",
            Intent::Remember {
                what: "the sky is blue".into(),
            },
        ),
        ("tell me about Rome", Intent::Unknown),
        ("😀", Intent::Unknown),
        ("ö", Intent::Unknown),
    ]);
}
