//! What can be said of a sampler or a surface, as tables. Help and errors are made from the same rows.

use std::ops::RangeInclusive;

use texvisa::emulator::unit::{Channels, Kind};
use texvisa::ir::nearest;
use texvisa::ir::texture::Scalar;

use super::value::number;

/// Something that can be said of a `T`.
pub struct Setting<T> {
    /// What stands before the `=`; empty of words that stand alone.
    pub name: &'static str,
    /// What it does.
    pub says: &'static str,
    /// The values that it takes.
    pub values: fn() -> String,
    /// Takes a value; `None` where it is none of them.
    pub set: fn(&mut T, &str) -> Option<()>,
}

impl<T> Setting<T> {
    /// How it is written: `lod_bias=`, or words.
    fn written(&self) -> String {
        if self.name.is_empty() { (self.values)() } else { format!("{}=", self.name) }
    }

    /// Its values and what they do.
    pub fn describe(&self) -> String {
        format!("{}: {}", (self.values)(), self.says)
    }
}

/// Applies one `name=value`, or a word that stands alone, to `target`.
///
/// # Errors
///
/// What the table does not have.
pub fn apply<T>(table: &[Setting<T>], target: &mut T, word: &str) -> Result<(), String> {
    let (name, value) = word.split_once('=').unwrap_or(("", word));
    let rows: Vec<&Setting<T>> = table.iter().filter(|row| row.name == name).collect();
    if rows.iter().any(|row| (row.set)(target, value).is_some()) {
        return Ok(());
    }
    match rows.first() {
        Some(row) if !name.is_empty() => {
            let values = (row.values)();
            let near = nearest(value, values.split(", "));
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            Err(format!("`{value}` is no `{name}`; possible: {values}{near}"))
        }
        _ => {
            let known: Vec<String> = table.iter().map(Setting::written).collect();
            // Words that stand alone are the values of rows without a name.
            let words: Vec<String> = table.iter().filter(|row| row.name.is_empty()).map(|row| (row.values)()).collect();
            let near = match name {
                "" => nearest(word, words.iter().flat_map(|words| words.split(", "))).map(str::to_owned),
                _ => nearest(name, table.iter().map(|row| row.name)).map(|near| format!("{near}={value}")),
            };
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            Err(format!("`{word}` is none of {}{near}", known.join(", ")))
        }
    }
}

/// The names of a table, as they are written here.
pub fn names<T>(table: &[(T, &str)]) -> String {
    let names: Vec<String> = table.iter().map(|(_, name)| name.to_ascii_lowercase()).collect();
    names.join(", ")
}

/// What has that name, in any case.
pub fn one_of<T: Copy>(table: &[(T, &str)], name: &str) -> Option<T> {
    table.iter().find(|(_, known)| known.eq_ignore_ascii_case(name)).map(|(value, _)| *value)
}

/// How a range is written.
pub fn written_range<T: std::fmt::Display>(range: &RangeInclusive<T>) -> String {
    format!("{} to {}", range.start(), range.end())
}

/// A number of that range.
pub fn within<T: std::str::FromStr + PartialOrd>(range: &RangeInclusive<T>, text: &str) -> Option<T> {
    text.parse().ok().filter(|value| range.contains(value))
}

/// How a colour is written.
pub const COLOUR: &str = "R:G:B:A, or one number for all four";

/// The channels of a colour, as formats of that kind deliver them.
pub fn colour(kind: Kind, text: &str) -> Option<Channels> {
    let scalar = if kind == Kind::Float { Scalar::F32 } else { Scalar::I32 };
    let channel = |text| number(scalar, text).ok().map(|bits| bits as u32);
    let channels = text.split(':').map(channel).collect::<Option<Vec<u32>>>()?;
    match channels[..] {
        [all] => Some([all; 4]),
        [red, green, blue, alpha] => Some([red, green, blue, alpha]),
        _ => None,
    }
}
