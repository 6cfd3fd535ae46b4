//! The measurements of a run, kept in a file beside the record of tests, so that a run that is resumed has those of the
//! kernels that it does not measure again.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use texvisa::ir::target::{SimdWidth, Target};

use crate::measure::{Against, Figures, Key, Measurement, Verdict};

/// The measurements so far.
pub struct Store {
    measurements: Mutex<(BTreeMap<Key, Measurement>, Option<File>)>,
}

impl Store {
    /// With what an earlier run has measured, where this one resumes it.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written.
    pub fn open() -> Result<Store, String> {
        let Some(record) = std::env::var_os("TEXVISA_RECORD").map(PathBuf::from) else {
            return Ok(Store { measurements: Mutex::new((BTreeMap::new(), None)) });
        };
        let path = record.with_extension("measurements");
        let error = |error| format!("`{}`: {error}", path.display());
        let is_resumed = std::env::var_os("TEXVISA_RESUME").is_some();
        let text = if is_resumed { std::fs::read_to_string(&path).unwrap_or_default() } else { String::new() };
        // What was measured again comes later, and counts.
        let earlier = text.lines().filter_map(read).map(|measurement| (measurement.key.clone(), measurement)).collect();
        let file = OpenOptions::new().create(true).append(is_resumed).write(true).truncate(!is_resumed).open(&path);
        Ok(Store { measurements: Mutex::new((earlier, Some(file.map_err(error)?))) })
    }

    /// Adds a measurement.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn add(&self, measurement: Measurement) -> Result<(), String> {
        let mut measurements = self.measurements.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = &mut measurements.1 {
            file.write_all(write(&measurement).as_bytes()).map_err(|error| format!("a measurement: {error}"))?;
        }
        measurements.0.insert(measurement.key.clone(), measurement);
        Ok(())
    }

    /// All measurements, in the order of their keys.
    pub fn all(&self) -> Vec<Measurement> {
        self.measurements.lock().unwrap_or_else(PoisonError::into_inner).0.values().cloned().collect()
    }
}

/// A line of the file: fields with tabs between them.
fn write(measurement: &Measurement) -> String {
    let Measurement { key, verdict, ours, intel, against } = measurement;
    let (verdict, reason) = verdict.parts();
    let (outcome, difference) = against.as_ref().map_or(("", ""), Against::parts);
    let plain = |text: &str| text.replace(['\t', '\n', '\r'], " ");
    let numbers = |figures: &Option<Figures>| {
        let numbers = figures.iter().flat_map(|figures| figures.numbers().map(|number| number.to_string()));
        numbers.collect::<Vec<_>>().join(",")
    };
    let fields = [
        key.project.clone(),
        key.source.clone(),
        key.kernel.clone(),
        key.target.to_string(),
        key.simd.lanes().to_string(),
        verdict.to_owned(),
        plain(reason),
        numbers(ours),
        numbers(intel),
        outcome.to_owned(),
        plain(difference),
    ];
    fields.join("\t") + "\n"
}

/// Reads a line; one that was not written to its end says nothing.
fn read(line: &str) -> Option<Measurement> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [project, source, kernel, target, lanes, verdict, reason, ours, intel, outcome, difference] = fields[..] else {
        return None;
    };
    let figures = |text: &str| {
        let numbers = text.split(',').filter(|number| !number.is_empty()).map(|number| number.parse().ok());
        let numbers: Vec<u64> = numbers.collect::<Option<_>>()?;
        Some(<[u64; 6]>::try_from(numbers).ok().map(Figures::from_numbers))
    };
    Some(Measurement {
        key: Key {
            project: project.to_owned(),
            source: source.to_owned(),
            kernel: kernel.to_owned(),
            target: target.parse::<Target>().ok()?,
            simd: SimdWidth::from_lanes(lanes.parse().ok()?)?,
        },
        verdict: Verdict::from_parts(verdict, reason)?,
        ours: figures(ours)?,
        intel: figures(intel)?,
        against: if outcome.is_empty() { None } else { Some(Against::from_parts(outcome, difference)?) },
    })
}
