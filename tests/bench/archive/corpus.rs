//! Text that is distributed like text: a few words often, most words rarely,
//! and now and then a path or a name that is nowhere else.

/// Words there are.
const VOCABULARY: usize = 30_000;

/// Makes texts, the same in every run.
pub(crate) struct Corpus {
    words: Vec<String>,
    state: u64,
}

impl Corpus {
    pub(crate) fn new() -> Self {
        let onsets = [
            "b", "br", "c", "cl", "d", "dr", "f", "fl", "g", "gr", "h", "j", "k", "l", "m", "n",
            "p", "pr", "qu", "r", "s", "st", "t", "tr", "v", "w",
        ];
        let vowels = ["a", "e", "i", "o", "u", "ea", "ou"];
        let codas = ["", "n", "r", "s", "t", "l", "m", "nd", "ck"];
        let mut corpus = Self {
            words: Vec::with_capacity(VOCABULARY),
            state: 0x2545_f491_4f6c_dd1d,
        };
        while corpus.words.len() < VOCABULARY {
            let mut word = String::new();
            for _ in 0..=corpus.below(3) {
                for part in [&onsets[..], &vowels[..], &codas[..]] {
                    let at = corpus.below(part.len());
                    word.push_str(part[at]);
                }
            }
            corpus.words.push(word);
        }
        corpus
    }

    /// A number below a limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from(self.state % limit as u64).unwrap()
    }

    /// A word; the first of the vocabulary are the commonest.
    pub(crate) fn word(&mut self) -> String {
        let unit = self.below(1 << 20) as f64 / f64::from(1 << 20);
        let rank = (unit * unit * unit * self.words.len() as f64) as usize;
        self.words[rank].clone()
    }

    /// The word of a rank.
    pub(crate) fn ranked(&self, rank: usize) -> &str {
        &self.words[rank]
    }

    /// A text of about so many words.
    pub(crate) fn text(&mut self, words: usize) -> String {
        let mut text = String::with_capacity(words * 7);
        for _ in 0..words {
            if !text.is_empty() {
                text.push(' ');
            }
            if self.below(40) == 0 {
                let path = format!("src/{}/{}{}.rs", self.word(), self.word(), self.below(1000));
                text.push_str(&path);
            } else {
                text.push_str(&self.word());
            }
        }
        text
    }
}
