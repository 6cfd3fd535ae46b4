//! The states of samplers.

use std::ops::RangeInclusive;

use texvisa::emulator::unit::{AddressMode, Compare, Filter, Kind, MAX_ANISOTROPY, MipFilter, Reduction, Sampler};

use super::setting::{COLOUR, Setting, apply, colour, names, one_of, within, written_range};

/// A state as far as it was given.
pub struct Given {
    state: Sampler,
    /// The comparison, where one was given.
    pub compare: Option<Compare>,
}

impl Given {
    /// The state, with defaults for what was not given.
    pub fn sampler(&self) -> Sampler {
        Sampler { compare: self.compare.unwrap_or_default(), ..self.state }
    }
}

/// Levels of detail that a state can say.
pub const LODS: RangeInclusive<f32> = 0.0..=14.0;
/// What a state can add to them.
const BIASES: RangeInclusive<f32> = -16.0..=16.0;

/// Ratios of anisotropic filters.
const RATIOS: RangeInclusive<u8> = 1..=MAX_ANISOTROPY;

const UNNORMALIZED: &str = "unnormalized";
const SEPARATE_FACES: &str = "separate_faces";

/// What can be said of a sampler.
pub static SETTINGS: &[Setting<Given>] = &[
    Setting {
        name: "",
        says: "both filters",
        values: || names(&Filter::NAMES),
        set: |given, value| {
            let filter = one_of(&Filter::NAMES, value)?;
            (given.state.min, given.state.mag) = (filter, filter);
            Some(())
        },
    },
    Setting {
        name: "",
        says: "what is outside, along all axes",
        values: || names(&AddressMode::NAMES),
        set: |given, value| one_of(&AddressMode::NAMES, value).map(|mode| given.state.address = [mode; 3]),
    },
    Setting {
        name: "",
        says: "coordinates count texels",
        values: || UNNORMALIZED.to_owned(),
        set: |given, value| (value == UNNORMALIZED).then(|| given.state.unnormalized = true),
    },
    Setting {
        name: "",
        says: "filters end at the edges of a cube's faces",
        values: || SEPARATE_FACES.to_owned(),
        set: |given, value| (value == SEPARATE_FACES).then(|| given.state.seamless_cube = false),
    },
    Setting {
        name: "min",
        says: "the filter of what is minified",
        values: || names(&Filter::NAMES),
        set: |given, value| one_of(&Filter::NAMES, value).map(|filter| given.state.min = filter),
    },
    Setting {
        name: "mag",
        says: "the filter of what is magnified",
        values: || names(&Filter::NAMES),
        set: |given, value| one_of(&Filter::NAMES, value).map(|filter| given.state.mag = filter),
    },
    Setting {
        name: "mip",
        says: "the filter between levels",
        values: || names(&MipFilter::NAMES),
        set: |given, value| one_of(&MipFilter::NAMES, value).map(|filter| given.state.mip = filter),
    },
    Setting {
        name: "max_anisotropy",
        says: "the most samples of an anisotropic filter",
        values: || written_range(&RATIOS),
        set: |given, value| within(&RATIOS, value).map(|ratio| given.state.max_anisotropy = ratio),
    },
    Setting {
        name: "address",
        says: "the modes along u, v and r",
        values: || "MODE:MODE:MODE, the words above".to_owned(),
        set: |given, value| {
            let modes = value.split(':').map(|word| one_of(&AddressMode::NAMES, word)).collect::<Option<Vec<_>>>()?;
            given.state.address = modes.try_into().ok()?;
            Some(())
        },
    },
    Setting {
        name: "lod_bias",
        says: "added to levels of detail",
        values: || written_range(&BIASES),
        set: |given, value| within(&BIASES, value).map(|bias| given.state.lod_bias = bias),
    },
    Setting {
        name: "min_lod",
        says: "the least level of detail",
        values: || written_range(&LODS),
        set: |given, value| within(&LODS, value).map(|lod| given.state.min_lod = lod),
    },
    Setting {
        name: "max_lod",
        says: "the greatest",
        values: || written_range(&LODS),
        set: |given, value| within(&LODS, value).map(|lod| given.state.max_lod = lod),
    },
    Setting {
        name: "compare",
        says: "how operations with `ref` compare it with a texel",
        values: || names(&Compare::NAMES),
        set: |given, value| one_of(&Compare::NAMES, value).map(|compare| given.compare = Some(compare)),
    },
    Setting {
        name: "reduction",
        says: "what filters make of their texels",
        values: || names(&Reduction::NAMES),
        set: |given, value| one_of(&Reduction::NAMES, value).map(|reduction| given.state.reduction = reduction),
    },
    Setting {
        name: "border",
        says: "the border colour of formats that deliver floats",
        values: || COLOUR.to_owned(),
        set: |given, value| colour(Kind::Float, value).map(|border| given.state.border = border),
    },
    Setting {
        name: "border_int",
        says: "that of formats that deliver integers",
        values: || COLOUR.to_owned(),
        set: |given, value| colour(Kind::Sint, value).map(|border| given.state.border = border),
    },
];

/// Reads settings with commas between them.
///
/// # Errors
///
/// What is no setting.
pub fn read(value: &str) -> Result<Given, String> {
    let mut given = Given { state: Sampler::default(), compare: None };
    value.split(',').try_for_each(|word| apply(SETTINGS, &mut given, word))?;
    Ok(given)
}
