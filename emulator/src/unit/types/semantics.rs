//! What the documents leave open, as switches. Each field is one open point with the behaviour that was chosen as its
//! default; another document, driver or piece of hardware may show the other.
//!
//! Two open points are no fields. Which codes gather4_i and gather4_b have matters only where binaries are read:
//! `texvisa_ir::visa::message::CodeNumbering`. Fixed-point coordinates are [`Precision::Intel`](super::request::Precision).

use crate::undef_bits::UndefBits;
use texvisa_ir::expected_one_of;

/// What becomes of an integer of 32 bits in a response of 16 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ret16 {
    /// The nearest that 16 bits hold.
    #[default]
    Saturate,
    /// Its low bits.
    Truncate,
}

/// What the elements of an MCS value are in a response of 16 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mcs16 {
    /// The word's four words: R has bits 15 to 0, A bits 63 to 48. Intel's compiler takes them so
    /// (ConvertMSAAPayloadTo16Bit: its `ld_mcs` of four 16-bit elements feeds mcs0 to mcs3), and its programs run.
    #[default]
    Words,
    /// The low half of each of its two dwords.
    LowHalves,
}

/// What an anisotropic filter is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Anisotropic {
    /// Several samples along what a pixel covers, as Vulkan describes ('Texel Anisotropic Filtering').
    #[default]
    Probes,
    /// One linear sample at the level of detail that those would have.
    Linear,
}

/// The switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Semantics {
    /// Integers in responses of 16 bits.
    pub ret16: Ret16,
    /// MCS values in responses of 16 bits.
    pub mcs16: Mcs16,
    /// Anisotropic filters.
    pub anisotropic: Anisotropic,
    /// Whether texels of no surface have alpha 1 instead of 0.
    pub null_alpha1: bool,
    /// Whether the sampler's bias is added to a level of detail that is a parameter (`sample_l`, `gather4_l`), as
    /// Vulkan has it.
    pub explicit_lod_bias: bool,
    /// Whether a sampler without a filter between levels takes the level of its least level of detail, as
    /// MIPFILTER_NONE of Intel's surface states says, instead of the first of the view.
    pub mip_none_uses_minlod: bool,
    /// Whether resinfo of a cube (not of an array) returns 0 in B, as D3D11's does, instead of the one cube.
    pub d3d_cube_z0: bool,
    /// What bytes are that a response leaves undefined, and channels that have no meaning: B and A of ld_mcs and LOD, G
    /// and B of sampleinfo. Without it bytes stay what they are and such channels are 0.
    pub poison: Option<u8>,
}

impl Default for Semantics {
    fn default() -> Semantics {
        Semantics {
            ret16: Ret16::Saturate,
            mcs16: Mcs16::Words,
            anisotropic: Anisotropic::Probes,
            null_alpha1: false,
            explicit_lod_bias: true,
            mip_none_uses_minlod: false,
            d3d_cube_z0: false,
            poison: None,
        }
    }
}

/// A switch: its name, its values, and how it takes one.
struct Choice {
    name: &'static str,
    values: &'static str,
    says: &'static str,
    set: fn(&mut Semantics, &str) -> Option<()>,
}

/// The switch that a field is: what it is about, and the values of its names, the default first.
macro_rules! choice {
    ($field:ident, $says:literal, $default:literal => $first:expr, $name:literal => $second:expr) => {
        Choice {
            name: stringify!($field),
            values: concat!($default, ", ", $name),
            says: $says,
            set: |semantics, value| {
                semantics.$field = match value {
                    $default => $first,
                    $name => $second,
                    _ => return None,
                };
                Some(())
            },
        }
    };
}

#[rustfmt::skip]
const CHOICES: [Choice; 8] = [
    choice!(ret16, "integers in responses of 16 bits",
        "saturate" => Ret16::Saturate, "truncate" => Ret16::Truncate),
    choice!(mcs16, "MCS values in responses of 16 bits",
        "words" => Mcs16::Words, "low_halves" => Mcs16::LowHalves),
    choice!(anisotropic, "anisotropic filters: several samples, or one at the level that they have",
        "probes" => Anisotropic::Probes, "linear" => Anisotropic::Linear),
    choice!(null_alpha1, "texels of no surface have alpha 1",
        "false" => false, "true" => true),
    choice!(explicit_lod_bias, "a sampler's bias is added to levels of detail that are parameters",
        "true" => true, "false" => false),
    choice!(mip_none_uses_minlod, "without a filter between levels, the level of a sampler's least level of detail",
        "false" => false, "true" => true),
    choice!(d3d_cube_z0, "resinfo of a cube returns 0 in B",
        "false" => false, "true" => true),
    Choice {
        name: "poison",
        values: "none, a byte as 0xcd",
        says: "what a response leaves undefined",
        set: |semantics, value| {
            semantics.poison = match (value, value.strip_prefix("0x")) {
                ("none", _) => None,
                (_, Some(digits)) => Some(u8::from_str_radix(digits, 16).ok()?),
                (decimal, None) => Some(decimal.parse().ok()?),
            };
            Some(())
        },
    },
];

/// A switch that is none, or a value that it does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// There is no such switch.
    #[error("unknown choice `{given}`; {known}{elsewhere}")]
    Unknown {
        /// What was given.
        given: String,
        /// Those that there are, the nearest first.
        known: String,
        /// Where one is that is no field.
        elsewhere: &'static str,
    },
    /// It has no such value.
    #[error("`{given}` is no value of {name}; possible are {values}")]
    Value {
        /// The switch.
        name: &'static str,
        /// What was given.
        given: String,
        /// What is possible.
        values: &'static str,
    },
}

impl Semantics {
    /// Every switch: its name, its values with the default first, and what it is about.
    pub fn choices() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
        CHOICES.iter().map(|choice| (choice.name, choice.values, choice.says))
    }

    /// Sets the switch of that name.
    ///
    /// # Errors
    ///
    /// There is no such switch, or it has no such value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ChoiceError> {
        let Some(choice) = CHOICES.iter().find(|choice| choice.name == name) else {
            let known = expected_one_of(name, CHOICES.iter().map(|choice| choice.name));
            let elsewhere = match name {
                "opcode_profile" => "; the codes of messages are in the numbering of whoever reads a binary",
                "intel_fixed" => "; fixed-point coordinates are the precision of filters",
                _ => "",
            };
            return Err(ChoiceError::Unknown { given: name.to_owned(), known, elsewhere });
        };
        (choice.set)(self, value).ok_or_else(|| ChoiceError::Value {
            name: choice.name,
            given: value.to_owned(),
            values: choice.values,
        })
    }

    /// What undefined bytes of a register file get.
    pub fn fill(&self) -> UndefBits {
        self.poison.map_or(UndefBits::kept(), |byte| UndefBits::constant(u64::from_le_bytes([byte; 8])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fields that differ from the default, as they are printed.
    fn changed(name: &str, value: &str) -> Vec<String> {
        let mut semantics = Semantics::default();
        semantics.set(name, value).expect("a choice");
        let fields = |semantics: &Semantics| -> Vec<String> {
            format!("{semantics:#?}").lines().map(|line| line.trim().to_owned()).collect()
        };
        let before = fields(&Semantics::default());
        fields(&semantics).into_iter().filter(|line| !before.contains(line)).collect()
    }

    #[test]
    fn each_choice_sets_its_own_field() {
        for (name, value, field) in [
            ("ret16", "truncate", "ret16: Truncate,"),
            ("mcs16", "low_halves", "mcs16: LowHalves,"),
            ("anisotropic", "linear", "anisotropic: Linear,"),
            ("null_alpha1", "true", "null_alpha1: true,"),
            ("explicit_lod_bias", "false", "explicit_lod_bias: false,"),
            ("mip_none_uses_minlod", "true", "mip_none_uses_minlod: true,"),
            ("d3d_cube_z0", "true", "d3d_cube_z0: true,"),
        ] {
            assert_eq!(changed(name, value), [field]);
        }
        assert!(changed("poison", "0xcd").contains(&"205,".to_owned()));
        // The first value of each is its default.
        for (name, values, _) in Semantics::choices() {
            let default = values.split(", ").next().expect("a value");
            assert!(changed(name, default).is_empty(), "{name}");
        }
    }

    #[test]
    fn what_is_no_choice_is_answered_with_those_that_there_are() {
        let mut semantics = Semantics::default();
        let mut said = |name, value| semantics.set(name, value).expect_err("no choice").to_string();
        assert!(said("ret32", "saturate").starts_with(
            "unknown choice `ret32`; did you mean `ret16`? Expected one of ret16, mcs16, anisotropic, null_alpha1"
        ));
        assert!(said("opcode_profile", "doc").ends_with("the numbering of whoever reads a binary"));
        assert_eq!(said("ret16", "wrap"), "`wrap` is no value of ret16; possible are saturate, truncate");
        assert_eq!(said("poison", "0x100"), "`0x100` is no value of poison; possible are none, a byte as 0xcd");
    }
}
