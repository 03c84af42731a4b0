//! Money: what a turn cost, told by the agent or reckoned from prices the user
//! set. Nothing here knows a price of its own.

use crate::Usage;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// The setting of a profile that holds its prices.
pub const PRICES: &str = "prices";
/// The highest price that is taken for one, per million tokens.
const HIGHEST: f64 = 1_000_000.0;
/// Prices of one profile at most.
const MOST: usize = 64;

/// A currency by its three letters (ISO 4217): `USD`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(type = "string"))]
#[serde(try_from = "String", into = "String")]
pub struct Currency([u8; 3]);

impl Currency {
    /// US dollars, which is what agents count in.
    pub const USD: Self = Self(*b"USD");

    /// The currency of these letters, in whatever case; none where they are not three.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let letters: [u8; 3] = text.trim().as_bytes().try_into().ok()?;
        letters
            .iter()
            .all(u8::is_ascii_alphabetic)
            .then(|| Self(letters.map(|letter| letter.to_ascii_uppercase())))
    }

    /// Its letters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // Only letters are ever put in.
        std::str::from_utf8(&self.0).unwrap_or("XXX")
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<Currency> for String {
    fn from(currency: Currency) -> Self {
        currency.as_str().to_owned()
    }
}

impl TryFrom<String> for Currency {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text)
            .ok_or_else(|| format!("“{text}” is no currency: three letters, such as USD"))
    }
}

/// What a turn cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Cost {
    /// In billionths of the currency's unit.
    pub nanos: u64,
    /// The currency.
    pub currency: Currency,
    /// The agent told it; else it is reckoned from the profile's prices.
    pub told: bool,
}

/// What a million tokens of a model cost, as the user set it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Price {
    /// The model, as the agent names it; empty for every model without a price of its own.
    #[serde(default)]
    pub model: String,
    /// The currency.
    pub currency: Currency,
    /// A million tokens read.
    pub input: f64,
    /// A million tokens written.
    pub output: f64,
    /// A million tokens that came from a cache; none: as any that is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub cache_read: Option<f64>,
    /// A million tokens that were put into a cache; none: as any that is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub cache_write: Option<f64>,
}

/// Prices that are none, and why.
#[derive(Debug, Clone, PartialEq)]
pub enum BadPrices {
    /// The setting is no list of prices.
    Form(String),
    /// A number is no price.
    Number(f64),
    /// One model has two; empty for every other model.
    Twice(String),
    /// Too many.
    Many,
}

impl fmt::Display for BadPrices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(why) => write!(
                f,
                "The prices can't be read ({why}). Each names a currency, an input and an output price."
            ),
            Self::Number(number) => write!(
                f,
                "{number} is no price for a million tokens. A price is a number from 0 to 1,000,000; set it again."
            ),
            Self::Twice(model) if model.is_empty() => {
                f.write_str("There are two prices for every other model. Take one of them out.")
            }
            Self::Twice(model) => {
                write!(f, "“{model}” has two prices. Take one of them out.")
            }
            Self::Many => f.write_str("An agent has at most 64 prices. Take some of them out."),
        }
    }
}

impl std::error::Error for BadPrices {}

impl Price {
    /// The prices among a profile's settings, checked.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn of(settings: &Map<String, Value>) -> Result<Vec<Self>, BadPrices> {
        let Some(told) = settings.get(PRICES) else {
            return Ok(Vec::new());
        };
        let prices =
            Vec::<Self>::deserialize(told).map_err(|error| BadPrices::Form(error.to_string()))?;
        if prices.len() > MOST {
            return Err(BadPrices::Many);
        }
        for (at, price) in prices.iter().enumerate() {
            let numbers = [
                Some(price.input),
                Some(price.output),
                price.cache_read,
                price.cache_write,
            ];
            if let Some(bad) = numbers
                .into_iter()
                .flatten()
                .find(|number| !(0.0..=HIGHEST).contains(number))
            {
                return Err(BadPrices::Number(bad));
            }
            if prices[..at].iter().any(|other| other.is_for(&price.model)) {
                return Err(BadPrices::Twice(price.model.trim().to_owned()));
            }
        }
        Ok(prices)
    }

    /// The price for a model: its own, else the one for every other model.
    #[must_use]
    pub fn find<'p>(prices: &'p [Self], model: Option<&str>) -> Option<&'p Self> {
        model
            .and_then(|model| prices.iter().find(|price| price.is_for(model)))
            .or_else(|| prices.iter().find(|price| price.is_for("")))
    }

    fn is_for(&self, model: &str) -> bool {
        self.model.trim().eq_ignore_ascii_case(model.trim())
    }

    /// What these tokens cost. Tokens of a cache are a part of those read, and
    /// counted once.
    #[must_use]
    pub fn cost(&self, usage: &Usage) -> Cost {
        let plain = usage
            .input_tokens
            .saturating_sub(usage.cache_read_tokens)
            .saturating_sub(usage.cache_write_tokens);
        let parts = [
            (plain, self.input),
            (
                usage.cache_read_tokens,
                self.cache_read.unwrap_or(self.input),
            ),
            (
                usage.cache_write_tokens,
                self.cache_write.unwrap_or(self.input),
            ),
            (usage.output_tokens, self.output),
        ];
        // A unit for a million tokens is a thousand billionths for one.
        #[allow(clippy::cast_precision_loss)]
        let nanos: f64 = parts
            .into_iter()
            .map(|(tokens, price)| tokens as f64 * price * 1_000.0)
            .sum();
        Cost {
            nanos: nanos_of(nanos),
            currency: self.currency,
            told: false,
        }
    }
}

impl Cost {
    /// A cost in US dollars, as an agent tells it; none where the number is none.
    #[must_use]
    pub fn told_in_usd(dollars: f64) -> Option<Self> {
        (0.0..=HIGHEST).contains(&dollars).then(|| Self {
            nanos: nanos_of(dollars * 1e9),
            currency: Currency::USD,
            told: true,
        })
    }
}

/// Rounded to a whole number; a float in range is one.
fn nanos_of(nanos: f64) -> u64 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let whole = nanos.round() as u64;
    whole
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    fn prices(value: Value) -> Result<Vec<Price>, BadPrices> {
        let mut settings = Map::new();
        settings.insert(PRICES.to_owned(), value);
        Price::of(&settings)
    }

    const USED: Usage = Usage {
        input_tokens: 1_500,
        output_tokens: 320,
        cache_read_tokens: 800,
        cache_write_tokens: 200,
        cumulative: false,
        cost: None,
    };

    #[test]
    fn cached_tokens_are_counted_once_and_at_their_own_price() {
        let whole = prices(json!([{
            "currency": "usd", "input": 3, "output": 15, "cacheRead": 0.3, "cacheWrite": 3.75
        }]))
        .unwrap();
        // 500 × 3 + 320 × 15 + 800 × 0.3 + 200 × 3.75, a million tokens to the unit.
        let cost = Cost {
            nanos: 7_290_000,
            currency: Currency::USD,
            told: false,
        };
        assert_eq!(whole[0].cost(&USED), cost);
        let plain = prices(json!([{"currency": "EUR", "input": 3, "output": 15}])).unwrap();
        // Without a price of their own they cost what any token costs that is read.
        let cost = Cost {
            nanos: 9_300_000,
            currency: Currency::parse("EUR").unwrap(),
            told: false,
        };
        assert_eq!(plain[0].cost(&USED), cost);
    }

    #[test]
    fn a_model_has_its_own_price_or_that_of_every_other() {
        let all = prices(json!([
            {"currency": "USD", "input": 1, "output": 2},
            {"model": "Big", "currency": "USD", "input": 10, "output": 20},
        ]))
        .unwrap();
        let input = |model| Price::find(&all, model).map(|price| price.input);
        assert_eq!(input(Some("big")), Some(10.0));
        assert_eq!(input(Some("small")), Some(1.0));
        assert_eq!(input(None), Some(1.0));
        assert_eq!(Price::find(&all[1..], Some("small")), None);
        assert_eq!(Price::find(&all[1..], None), None);
    }

    #[test]
    fn what_is_no_price_is_refused_in_words() {
        for (value, words) in [
            (json!("3"), "can't be read"),
            (
                json!([{"currency": "USD", "input": 3}]),
                "missing field `output`",
            ),
            (
                json!([{"currency": "dollars", "input": 3, "output": 1}]),
                "“dollars” is no currency",
            ),
            (
                json!([{"currency": "USD", "input": -1, "output": 1}]),
                "-1 is no price",
            ),
            (
                json!([{"currency": "USD", "input": 1, "output": 1, "cacheRead": 2e6}]),
                "2000000 is no price",
            ),
            (
                json!([{"currency": "USD", "input": 1, "output": 1, "cached": 2}]),
                "unknown field `cached`",
            ),
            (
                json!([{"model": "a", "currency": "USD", "input": 1, "output": 1}, {"model": " A ", "currency": "EUR", "input": 1, "output": 1}]),
                "“A” has two prices",
            ),
            (
                json!(vec![
                    json!({"currency": "USD", "input": 1, "output": 1});
                    65
                ]),
                "at most 64",
            ),
        ] {
            let refusal = prices(value).unwrap_err().to_string();
            assert!(refusal.contains(words), "{refusal}");
        }
        assert_eq!(Price::of(&Map::new()), Ok(Vec::new()));
    }

    #[test]
    fn an_agents_own_number_is_taken_as_it_is() {
        let told = Cost {
            nanos: 12_500_000,
            currency: Currency::USD,
            told: true,
        };
        assert_eq!(Cost::told_in_usd(0.0125), Some(told));
        assert_eq!(Cost::told_in_usd(-1.0), None);
        assert_eq!(Cost::told_in_usd(f64::NAN), None);
        let text = serde_json::to_string(&told).unwrap();
        assert_eq!(text, r#"{"nanos":12500000,"currency":"USD","told":true}"#);
    }
}
