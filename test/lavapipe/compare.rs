//! The tests: each asks both of several states, and compares.

use std::sync::Mutex;

use libtest_mimic::Failed;
use texvisa::emulator::unit::{Kind, SurfaceKind};
use texvisa_test::harness;
use texvisa_vulkan::Device;

use crate::differences::DIFFERENCES;
use crate::emulated;
use crate::formats::left_out;
use crate::oracle::{self, Presence, presence};
use crate::state::{Operation, State};
use crate::tolerance::Tolerance;

/// What was compared of an operation.
#[derive(Clone, Copy)]
struct Count {
    states: u64,
    points: u64,
    /// Those of which all bits are the same.
    identical: u64,
    /// Those that are too far apart.
    differing: u64,
    /// Those that are too far apart by the list of differences.
    listed: u64,
}

const OPERATIONS: usize = Operation::ALL.len();
const NONE: Count = Count { states: 0, points: 0, identical: 0, differing: 0, listed: 0 };

static COUNTS: Mutex<[Count; OPERATIONS]> = Mutex::new([NONE; OPERATIONS]);
/// How many points needed each entry of the list.
static LISTED: Mutex<[u64; DIFFERENCES.len()]> = Mutex::new([0; DIFFERENCES.len()]);

/// The most differences of a state that are shown.
const SHOWN: usize = 3;

/// Compares the states of an operation on a kind of surface.
pub fn trial(device: &Device, operation: Operation, kind: SurfaceKind, states: u64) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for number in 0..states {
        let seed = (operation as u64) << 40 | (kind as u64) << 32 | number;
        let state =
            State::new(operation, kind, seed, |description, filtered| oracle::has(device, description, filtered))?;
        let theirs = oracle::answers(device, &state)?;
        let ours = emulated::answers(&state).map_err(|error| format!("{error}: {}", state.title()))?;
        let differing = compared(&state, &ours, &theirs)?;
        if !differing.is_empty() {
            let shown: Vec<&str> = differing.iter().take(SHOWN).map(String::as_str).collect();
            wrong.push(format!(
                "state {number}: {}\n  {} points: {}",
                state.title(),
                differing.len(),
                shown.join("\n  ")
            ));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// The points at which answers are too far apart without being listed.
fn compared(state: &State, ours: &[[u32; 4]], theirs: &[[u32; 4]]) -> Result<Vec<String>, Failed> {
    if ours.len() != theirs.len() || ours.is_empty() {
        return Err(format!("{} answers and {}: {}", ours.len(), theirs.len(), state.title()).into());
    }
    let tolerance = Tolerance::of(state);
    let is_float = state.surface.format().kind() == Kind::Float
        && !matches!(state.operation, Operation::Size | Operation::Samples);
    let elements = elements(state);
    let mut count = Count { states: 1, ..NONE };
    let mut listed = [0; DIFFERENCES.len()];
    let mut wrong = Vec::new();
    for ((point, ours), theirs) in state.points.iter().zip(ours).zip(theirs) {
        count.points += 1;
        if elements.iter().all(|element| ours[*element] == theirs[*element]) {
            count.identical += 1;
        }
        if elements.iter().all(|element| tolerance.allows(ours[*element], theirs[*element], is_float)) {
            continue;
        }
        if let Some(entry) = DIFFERENCES.iter().position(|difference| (difference.is_met)(state, point)) {
            listed[entry] += 1;
            count.listed += 1;
            continue;
        }
        count.differing += 1;
        let shown = |answer: &[u32; 4]| {
            let shown: Vec<String> = elements
                .iter()
                .map(|element| match answer[*element] {
                    bits if is_float => format!("{:?}", f32::from_bits(bits)),
                    bits => (bits as i32).to_string(),
                })
                .collect();
            shown.join(" ")
        };
        let place = if matches!(state.operation, Operation::Load | Operation::LoadSample) {
            format!(
                "{:?} layer {} level {}",
                point.place.map(|word| word as i32),
                point.layer as i32,
                point.level as i32
            )
        } else {
            let [layer, level, reference] = [point.layer, point.level, point.reference].map(f32::from_bits);
            format!(
                "{:?} layer {layer} level {level} reference {reference} gradients {:?}",
                point.floats(),
                point.gradients.map(|gradient| gradient.map(f32::from_bits))
            )
        };
        wrong.push(format!("{place} sample {}: texvisa {}, lavapipe {}", point.sample, shown(ours), shown(theirs)));
    }
    let mut counts = COUNTS.lock().map_err(|_| "another test failed")?;
    let total = &mut counts[state.operation as usize];
    total.states += count.states;
    total.points += count.points;
    total.identical += count.identical;
    total.differing += count.differing;
    total.listed += count.listed;
    harness::count("points compared", count.points);
    let mut all = LISTED.lock().map_err(|_| "another test failed")?;
    all.iter_mut().zip(listed).for_each(|(all, listed)| *all += listed);
    Ok(wrong)
}

/// The elements of an answer that both define.
fn elements(state: &State) -> &'static [usize] {
    match (state.operation, state.surface.kind()) {
        // Of a comparison the result; the other channels are nothing in Vulkan.
        (Operation::SampleCompare, _) => &[0],
        // The number of cubes of what is no array is a matter of taste (INFO, resinfo).
        (Operation::Size, SurfaceKind::Cube) => &[0, 1, 3],
        _ => &[0, 1, 2, 3],
    }
}

/// Says how much was compared. Where everything was, says whether the list of differences has an entry that nothing
/// needs.
pub fn summarize(is_whole: bool) -> bool {
    let device = match presence() {
        Presence::Here(device) => device,
        Presence::Absent(reason) => {
            println!("nothing was compared: {reason}");
            return true;
        }
    };
    let (Ok(counts), Ok(listed)) = (COUNTS.lock(), LISTED.lock()) else { return false };
    println!("compared with {}:", device.title);
    let line = |name: &str, count: &Count| {
        println!(
            "  {name:<16}{:>5} states, {:>6} points, {:>6} of them bit for bit, {} differing, {} by the list",
            count.states, count.points, count.identical, count.differing, count.listed
        );
    };
    let mut total = NONE;
    for (operation, count) in Operation::ALL.iter().zip(counts.iter()).filter(|(_, count)| count.states > 0) {
        line(operation.name(), count);
        total.states += count.states;
        total.points += count.points;
        total.identical += count.identical;
        total.differing += count.differing;
        total.listed += count.listed;
    }
    line("all", &total);
    let mut is_current = true;
    for (difference, count) in DIFFERENCES.iter().zip(listed.iter()) {
        println!("  listed: {}: {count} points; {}", difference.what, difference.reason);
        if is_whole && *count == 0 {
            println!("  nothing needs this entry of the list any more");
            is_current = false;
        }
    }
    for (format, reason) in left_out() {
        println!("  left out: {format}: {reason}");
    }
    is_current
}
