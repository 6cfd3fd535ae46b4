//! The floors of counts: `test/floors.txt`.

use std::fmt::Write;

use super::counts::Counts;
use crate::oracle::Oracle;

const FLOORS: &str = include_str!("../../floors.txt");

/// A row of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Floor<'a> {
    target: &'a str,
    count: &'a str,
    /// In `./x test` and in `./x world`.
    least: [u64; 2],
    /// The oracle without which there is nothing to count.
    needs: Option<Oracle>,
}

/// Compares the counts of a target with their floors. Returns the lines to print, and whether all is well: each count has
/// a floor and, in a whole run, is not below it.
pub(super) fn judge(target: &str, counts: &Counts, is_whole: bool, is_world: bool) -> (String, bool) {
    match read(FLOORS) {
        Ok(floors) => judge_by(&floors, target, counts, is_whole, is_world),
        Err(error) => (error, false),
    }
}

fn judge_by(floors: &[Floor<'_>], target: &str, counts: &Counts, is_whole: bool, is_world: bool) -> (String, bool) {
    let mut report = String::new();
    let mut is_enough = true;
    let rows = || floors.iter().filter(|floor| floor.target == target);
    for floor in rows() {
        let number = counts.get(floor.count).copied().unwrap_or_default();
        let least = floor.least[usize::from(is_world)];
        let verdict = match floor.needs.filter(|oracle| oracle.is_missed()) {
            Some(oracle) => format!("not held to its floor of {least}: no {}", oracle.name()),
            None if !is_whole => format!("not held to its floor of {least}: this is not the whole target"),
            None if number < least => {
                is_enough = false;
                format!("BELOW ITS FLOOR of {least} (test/floors.txt)")
            }
            None => format!("floor {least}"),
        };
        // Writing into a string does not fail.
        let _ = writeln!(report, "counted: {target}: {number} {}, {verdict}", floor.count);
    }
    for name in counts.keys().filter(|name| !rows().any(|floor| floor.count == name.as_str())) {
        is_enough = false;
        let _ = writeln!(report, "counted: {target}: \"{name}\" has no floor; add a row to test/floors.txt");
    }
    (report, is_enough)
}

/// Reads the file: `target | count | least in ./x test | least in ./x world | oracle or -`; `#` begins a comment.
fn read(text: &str) -> Result<Vec<Floor<'_>>, String> {
    let mut floors = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let floor = match fields[..] {
            [target, count, test, world, needs] => match (test.parse(), world.parse(), needs, Oracle::from_name(needs))
            {
                (Ok(test), Ok(world), "-", needs) | (Ok(test), Ok(world), _, needs @ Some(_)) => {
                    Some(Floor { target, count, least: [test, world], needs })
                }
                _ => None,
            },
            _ => None,
        };
        floors.push(floor.ok_or_else(|| {
            format!(
                "test/floors.txt:{}: expected `target | count | number | number | oracle or -`, found `{line}`",
                index + 1
            )
        })?);
    }
    Ok(floors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_can_be_read() {
        assert!(read(FLOORS).is_ok_and(|floors| !floors.is_empty()));
        assert!(read("# x\na | b | 1 | 2 | gpu").is_err_and(|error| error.starts_with("test/floors.txt:2: expected")));
        assert!(read("a | b | 1").is_err());
    }

    #[test]
    fn a_count_below_its_floor_or_without_one_fails() {
        let floors = read("a | tests | 3 | 5 | -\nb | tests | 100 | 100 | -").expect("two rows");
        let counts = |number| Counts::from([("tests".to_owned(), number)]);
        let judged = |number, is_whole, is_world| judge_by(&floors, "a", &counts(number), is_whole, is_world).1;
        assert!(judged(3, true, false) && !judged(2, true, false) && !judged(3, true, true));
        assert!(judged(2, false, false), "a part of the target is not held to its floor");
        let (report, is_enough) = judge_by(&floors, "c", &counts(1), true, false);
        assert!(!is_enough && report.contains("\"tests\" has no floor"), "{report}");
        assert!(!judge_by(&floors, "a", &Counts::new(), true, false).1, "what was not counted is zero");
    }
}
