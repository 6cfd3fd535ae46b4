//! Sampler conformance cases: one message each, with the surface that it works on and the bytes that it must return.
//!
//! A document is JSON: surfaces filled by formulas, samplers, and cases. The machine executes each case as a kernel of
//! one message, from a register file. What cannot be read is said with its place and fails its case alone; nothing that
//! a document says makes reading or running it panic, or takes memory beyond [`MAX_CASE_SURFACE_BYTES`] a surface, and
//! twice as much for those that several cases share, which are made once.
//!
//! ```
//! use texvisa_emulator::cases::{CaseOptions, Suite};
//!
//! let suite = Suite::read(r#"{
//!     "surfaces": {"row": {"type": "1D", "width": 4, "format": "R8_UINT", "fill": {"kind": "affine_raw", "cx": 2, "k": 1}}},
//!     "cases": [{"id": "row", "op": "ld", "surface": "row", "param_names": ["u"], "params": [[0, 1, 2, 3, 4, 0, 0, 0]],
//!                "channels": "R", "expect": {"channels": {"R": [1, 3, 5, 7, 0, 1, 1, 1]}}}]
//! }"#)?;
//! assert!(suite.cases().all(|case| case.run(&CaseOptions::default()).is_ok()));
//! # Ok::<(), texvisa_emulator::cases::DocumentError>(())
//! ```

mod compare;
mod document;
mod fields;
mod media;
mod message;
mod number;
mod problem;
mod range;
mod schema;
mod surface;
mod tolerance;

use std::sync::Arc;
use texvisa_ir::expected_one_of;

use crate::environment::{Environment, Resource};
use crate::unit::{Anisotropic, Kind, Mcs16, Precision, Semantics};

pub use compare::CaseDifference;
use document::{Document, Given};
pub use document::{DocumentError, MAX_VALUES};
pub use message::CaseError;
use message::Chosen;
pub use problem::CaseProblem;
use problem::Entries;
use schema::CaseEntry;
pub use surface::MAX_CASE_SURFACE_BYTES;
use tolerance::Tolerance;

/// A document of cases.
#[derive(Clone, Debug)]
pub struct Suite {
    document: Document,
}

/// How cases are run.
#[derive(Clone, Copy, Debug)]
pub struct CaseOptions {
    /// The arithmetic of filters.
    pub precision: Precision,
    /// What the documents leave open.
    pub semantics: Semantics,
}

impl Default for CaseOptions {
    /// As cases are written: exactly, with the low halves of MCS values in responses of 16 bits, and with one
    /// linear sample where the filter is anisotropic.
    fn default() -> CaseOptions {
        let semantics = Semantics { mcs16: Mcs16::LowHalves, anisotropic: Anisotropic::Linear, ..Semantics::default() };
        CaseOptions { precision: Precision::Exact, semantics }
    }
}

/// Why a case failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CaseFailure {
    /// It cannot be executed.
    #[error(transparent)]
    Case(#[from] CaseError),
    /// It returned other bytes.
    #[error("{}", listed(.0))]
    Differences(Vec<CaseDifference>),
}

fn listed(differences: &[CaseDifference]) -> String {
    differences.iter().map(CaseDifference::to_string).collect::<Vec<_>>().join("\n")
}

impl From<CaseProblem> for CaseFailure {
    fn from(problem: CaseProblem) -> CaseFailure {
        CaseFailure::Case(problem.into())
    }
}

/// One case.
#[derive(Clone, Copy, Debug)]
pub struct Case<'s> {
    document: &'s Document,
    given: &'s Given,
}

impl Suite {
    /// Reads cases.
    ///
    /// # Errors
    ///
    /// The text is no JSON, or has no cases. What else is wrong with it fails the cases that need it.
    pub fn read(text: &str) -> Result<Suite, DocumentError> {
        Document::read(text).map(|document| Suite { document })
    }

    /// The cases in order.
    pub fn cases(&self) -> impl Iterator<Item = Case<'_>> {
        self.document.cases.iter().map(|given| Case { document: &self.document, given })
    }

    /// What is wrong with the document beside its cases: surfaces and samplers that cannot be read, unknown
    /// fields.
    pub fn problems(&self) -> impl Iterator<Item = &CaseProblem> {
        let Document { surfaces, samplers, problems, .. } = &self.document;
        let surfaces = surfaces.values().filter_map(|entry| entry.as_ref().err());
        let samplers = samplers.values().filter_map(|entry| entry.as_ref().err());
        problems.iter().chain(surfaces).chain(samplers)
    }
}

/// What undefined bytes get where nothing is chosen; none of its bytes is what the destination has before, so that one
/// that must be untouched shows.
const POISON: u8 = 0xa5;

impl<'s> Case<'s> {
    /// Its name.
    pub fn id(&self) -> &'s str {
        &self.given.id
    }

    /// Runs it and compares what comes back.
    ///
    /// # Errors
    ///
    /// It is not as expected; see [`CaseFailure`].
    pub fn run(&self, options: &CaseOptions) -> Result<(), CaseFailure> {
        let place = self.given.place.as_str();
        let entry = self.given.entry.as_ref().map_err(CaseProblem::clone)?;
        let message = if media::is_block(entry) { None } else { Some(message::find(entry, place)?) };
        fields::applies(entry, message.as_ref(), place)?;
        let mut environment = Environment::new();
        environment.precision = options.precision;
        environment.semantics = options.semantics;
        let tolerance = self.bind(entry, message.as_ref(), options, &mut environment)?;
        let fill = Semantics { poison: options.semantics.poison.or(Some(POISON)), ..options.semantics }.fill();
        let found = match &message {
            Some(message) => message::run(entry, message, place, &mut environment, fill)?,
            None => media::run(entry, place, &mut environment, fill)?,
        };
        let differences = compare::compare(&entry.expect, &found, tolerance, place)?;
        if differences.is_empty() { Ok(()) } else { Err(CaseFailure::Differences(differences)) }
    }

    /// Binds the surface and the sampler that the case names; returns what its response may differ by. Without a
    /// message it is one of a media block.
    fn bind(
        &self,
        entry: &CaseEntry,
        message: Option<&Chosen>,
        options: &CaseOptions,
        environment: &mut Environment,
    ) -> Result<Tolerance, CaseProblem> {
        let place = &self.given.place;
        let surface = named(&self.document.surfaces, &entry.surface, place, "surface")?;
        let made = surface.make(&entry.surface, message.is_none())?;
        let texels = made.surface.value_kind();
        let sampler = match &entry.sampler {
            Some(name) => {
                let sampler = named(&self.document.samplers, name, place, "sampler")?;
                Some(surface::sampler(name, sampler, texels)?)
            }
            None if message.is_some_and(Chosen::needs_sampler) => {
                return Err(CaseProblem::new(place, format!("missing field `sampler`, which {} needs", entry.op)));
            }
            None => None,
        };
        let (kind, is_of_texels) = message.map_or((Kind::Uint, false), |message| message.returns(texels));
        let precision = options.precision;
        let tolerance = Tolerance::of(entry.compare, &made, sampler.as_ref(), precision, kind, is_of_texels);
        if let Some(sampler) = sampler {
            environment.bind_sampler(message::SAMPLER_ENTRY, sampler);
        }
        environment.bind(message::SURFACE_ENTRY, Resource::Surface(Arc::unwrap_or_clone(made).surface));
        Ok(tolerance)
    }
}

/// The entry of that name, which the case at `place` asks for by `field`.
fn named<'d, T>(entries: &'d Entries<T>, name: &str, place: &str, field: &str) -> Result<&'d T, CaseProblem> {
    match entries.get(name) {
        Some(Ok(entry)) => Ok(entry),
        Some(Err(problem)) => Err(problem.clone()),
        None => {
            let known = expected_one_of(name, entries.keys().map(String::as_str));
            Err(CaseProblem::new(format!("{place}.{field}"), format!("unknown {field} `{name}`; {known}")))
        }
    }
}
