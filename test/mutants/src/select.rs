//! Draws mutants, and puts those that a switch reaches into the copy.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::compile::{CompileError, Copy};
use crate::copy::{copy, put};
use crate::error::MutantsError;
use crate::mutant::Mutant;
use crate::switch::{Regions, SUPPORT, Switched, switch};

/// The library that every package with mutants uses.
const LIBRARY: &str = "ir/src/lib.rs";

/// A mutant that was drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    /// Its place in the order that the seed gives, from 1.
    pub number: u32,
    /// The mutant.
    pub mutant: Mutant,
    /// Whether it is in a `const fn`, where the compiler evaluates calls without it.
    pub in_const_fn: bool,
    /// Whether the compiler takes it.
    pub is_compiled: bool,
}

/// What was drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// How many mutants there are.
    pub of: usize,
    /// The mutants that count.
    pub mutants: Vec<Drawn>,
    /// Mutants that no switch reaches, in whose place others were drawn, and why.
    pub left_out: Vec<(u32, String, String)>,
}

/// Draws `count` mutants by `seed`, and leaves the copy of `root` with their switches, without an error.
///
/// # Errors
///
/// A file or cargo fails, or the copy is not compiled and no mutant is the cause.
pub fn draw(root: &Path, to: &Copy, all: &[Mutant], seed: u64, count: usize) -> Result<Draw, MutantsError> {
    let mut order: Vec<&Mutant> = all.iter().collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut order);
    let mut rest = (1..).zip(order);
    let mut draw = Draw { of: all.len(), ..Draw::default() };
    loop {
        let missing = count.saturating_sub(draw.mutants.len());
        let more = rest.by_ref().take(missing);
        draw.mutants.extend(more.map(|(number, mutant): (u32, &Mutant)| Drawn {
            number,
            mutant: mutant.clone(),
            in_const_fn: false,
            is_compiled: true,
        }));
        let sources = write(root, to, &draw)?;
        let mut reasons: BTreeMap<u32, &str> = BTreeMap::new();
        for source in sources.values() {
            reasons.extend(source.left_out.iter().copied());
            let is_in = |drawn: &Drawn| source.in_const_fn.contains(&drawn.number);
            draw.mutants.iter_mut().filter(|drawn| is_in(drawn)).for_each(|drawn| drawn.in_const_fn = true);
        }
        if reasons.is_empty() {
            let errors = to.errors()?;
            if errors.is_empty() && draw.mutants.len() >= count.min(all.len() - draw.left_out.len()) {
                return Ok(draw);
            }
            for error in &errors {
                let causes = causes(error, &sources);
                if causes.is_empty() {
                    return Err(MutantsError::NotCompiled(error.text.clone()));
                }
                reasons.extend(causes.into_iter().map(|number| (number, "it is compiled only without a switch")));
            }
        }
        eprintln!("{} of {} mutants have no switch: {:?}", reasons.len(), draw.mutants.len(), reasons.keys());
        // What the compiler refuses with a switch it may take without, in a copy that has no other mutant.
        write(root, to, &Draw::default())?;
        let mut taken = BTreeSet::new();
        for drawn in draw.mutants.iter().filter(|drawn| reasons.contains_key(&drawn.number)) {
            if is_compiled_alone(root, to, &drawn.mutant)? {
                taken.insert(drawn.number);
            }
        }
        for (&number, reason) in &reasons {
            let Some(at) = draw.mutants.iter().position(|drawn| drawn.number == number) else { continue };
            if taken.contains(&number) {
                let drawn = draw.mutants.remove(at);
                draw.left_out.push((number, drawn.mutant.name, (*reason).to_owned()));
            } else {
                draw.mutants[at].is_compiled = false;
            }
        }
    }
}

/// Copies the sources with the switches of the mutants that the compiler takes.
///
/// # Errors
///
/// A file cannot be read or written, or is not Rust.
pub fn write(root: &Path, to: &Copy, draw: &Draw) -> Result<BTreeMap<PathBuf, Switched>, MutantsError> {
    let mut sources = BTreeMap::new();
    copy(root, &to.tree, |file, bytes| {
        let mutants: Vec<(u32, &Mutant)> = (draw.mutants.iter())
            .filter(|drawn| drawn.is_compiled && Path::new(&drawn.mutant.file) == file)
            .map(|drawn| (drawn.number, &drawn.mutant))
            .collect();
        if file == Path::new(LIBRARY) {
            let [before, behind] = SUPPORT.map(str::as_bytes);
            return Ok([before, &bytes, behind].concat());
        }
        if mutants.is_empty() {
            return Ok(bytes);
        }
        let switched = switch(file, &String::from_utf8_lossy(&bytes), &mutants)?;
        let text = switched.text.clone().into_bytes();
        sources.insert(file.to_owned(), switched);
        Ok(text)
    })?;
    Ok(sources)
}

/// The mutants that an error is about: of the smallest part that a mutant adds and that has a place of the error, else of the
/// smallest part around such a place.
fn causes(error: &CompileError, sources: &BTreeMap<PathBuf, Switched>) -> BTreeSet<u32> {
    let smallest = |parts: fn(&Switched) -> &Regions| {
        error.places.iter().find_map(|(file, place)| {
            let all = parts(sources.get(file)?).iter();
            let around = all.filter(|(part, _)| part.start <= place.start && place.end <= part.end);
            let length = around.clone().map(|(part, _)| part.len()).min()?;
            Some(around.filter(|(part, _)| part.len() == length).map(|(_, number)| *number).collect::<BTreeSet<u32>>())
        })
    };
    smallest(|source| &source.added).or_else(|| smallest(|source| &source.around)).unwrap_or_default()
}

/// Whether the compiler takes a mutant as cargo-mutants puts it in.
fn is_compiled_alone(root: &Path, to: &Copy, mutant: &Mutant) -> Result<bool, MutantsError> {
    let original = root.join(&mutant.file);
    let text = std::fs::read_to_string(&original).map_err(MutantsError::file(&original))?;
    let Some(mutated) = mutant.put_into(&text) else { return Ok(false) };
    let path = to.tree.join(&mutant.file);
    put(&path, mutated.into_bytes())?;
    let errors = to.errors_of(&[&mutant.package])?;
    put(&path, text.into_bytes())?;
    Ok(errors.is_empty())
}
