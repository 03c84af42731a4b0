//! Times as the protocol spells them, without a clock and without a library:
//! `2026-02-05T15:30:00.000Z`.

/// Milliseconds since the Unix epoch; `None` where the text is no time since
/// then, or names no zone.
pub(super) fn parse(text: &str) -> Option<u64> {
    let text = text.trim();
    let (date, rest) = text.split_once(['T', 't', ' '])?;
    let mut parts = date.split('-').map(digits);
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    if parts.next().is_some()
        || !(1970..=9999).contains(&year)
        || !(1..=12).contains(&month)
        || !(1..=days_in(year, month)).contains(&day)
    {
        return None;
    }
    let (clock, offset_minutes) = zone(rest)?;
    let (whole, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let mut parts = whole.split(':').map(digits);
    let (hour, minute) = (parts.next()??, parts.next()??);
    let second = parts.next().unwrap_or(Some(0))?;
    // 60: a leap second.
    if parts.next().is_some() || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let minutes = (days_since_1970(year, month, day) * 24 + hour) * 60 + minute;
    let seconds = (minutes - offset_minutes) * 60 + second;
    u64::try_from(seconds * 1000 + milliseconds(fraction)?).ok()
}

/// A run of digits and nothing else, short enough to be part of a time.
fn digits(text: &str) -> Option<i64> {
    let fits = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    fits.then(|| text.parse().ok()).flatten()
}

/// The clock before the zone, and the zone in minutes east.
fn zone(rest: &str) -> Option<(&str, i64)> {
    if let Some(clock) = rest.strip_suffix(['Z', 'z']) {
        return Some((clock, 0));
    }
    let at = rest.rfind(['+', '-'])?;
    let (clock, zone) = rest.split_at(at);
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let zone = &zone[1..];
    let (hours, minutes) = match (zone.split_once(':'), zone.len()) {
        (Some(parts), _) => parts,
        (None, 4) if zone.is_ascii() => zone.split_at(2),
        _ => (zone, "0"),
    };
    let (hours, minutes) = (digits(hours)?, digits(minutes)?);
    (hours < 24 && minutes < 60).then_some((clock, sign * (hours * 60 + minutes)))
}

/// The first three digits of a fraction of a second.
fn milliseconds(fraction: &str) -> Option<i64> {
    if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digit = |at: usize| i64::from(fraction.as_bytes().get(at).map_or(0, |byte| byte - b'0'));
    Some(digit(0) * 100 + digit(1) * 10 + digit(2))
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 31,
    }
}

fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    // Leap days of all years before this one, since the year 0.
    let leap_days = |year: i64| (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400;
    let of_years = (year - 1970) * 365 + leap_days(year) - leap_days(1970);
    let of_months: i64 = (1..month).map(|month| days_in(year, month)).sum();
    of_years + of_months + day - 1
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn the_times_of_the_specification() {
        assert_eq!(parse("2026-02-05T15:30:00.000Z"), Some(1_770_305_400_000));
        assert_eq!(parse("2026-02-05T15:00:00Z"), Some(1_770_303_600_000));
        assert_eq!(parse("2026-02-05T16:00:00Z"), Some(1_770_307_200_000));
    }

    #[test]
    fn edges_of_the_calendar() {
        assert_eq!(parse("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(parse("2000-02-29T00:00:00Z"), Some(951_782_400_000));
        assert_eq!(parse("2100-03-01T00:00:00Z"), Some(4_107_542_400_000));
        assert_eq!(parse("9999-12-31T23:59:59.999Z"), Some(253_402_300_799_999));
        assert_eq!(parse("2016-12-31T23:59:60Z"), parse("2017-01-01T00:00:00Z"));
    }

    #[test]
    fn zones_and_fractions() {
        let noon = parse("2026-07-01T12:00:00Z");
        for same in [
            "2026-07-01T14:00:00+02:00",
            "2026-07-01T14:00:00+0200",
            "2026-07-01T14:00+02",
            "2026-07-01T06:30:00-05:30",
            "2026-07-01 12:00:00.0000009z",
            " 2026-07-01T12:00Z ",
        ] {
            assert_eq!(parse(same), noon, "{same}");
        }
        assert_eq!(parse("1970-01-01T00:00:00.5Z"), Some(500));
        assert_eq!(parse("1970-01-01T00:00:00.123456Z"), Some(123));
    }

    #[test]
    fn what_is_no_time() {
        for wrong in [
            "",
            "soon",
            "2026-02-05",
            "2026-02-30T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-00-10T00:00:00Z",
            "2026-02-05T24:00:00Z",
            "2026-02-05T12:60:00Z",
            "2026-02-05T12:00:61Z",
            "2026-02-05T12:00:00",
            "2026-02-05T12:00:00.Z",
            "2026-02-05T12:00:00+99:00",
            "2026-02-05T12:00:00+1é",
            "2026-02-05T12:00:00é",
            "2026-02-05T1２:00:00Z",
            "1969-12-31T23:59:59Z",
            "1970-01-01T00:00:00+01:00",
            "-2026-02-05T12:00:00Z",
            "2026-02-05T+1:00:00Z",
            "99999-02-05T12:00:00Z",
            "2026-02-05-01T12:00:00Z",
            "2026-02-05T12Z",
            "2026-02-05T12:00:00:00Z",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
