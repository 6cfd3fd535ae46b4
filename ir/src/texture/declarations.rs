//! The declarations of surfaces, samplers and constant memory.

use super::sampler_state::SamplerState;
use super::types::Scalar;

/// What a surface is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// Not stated. Messages do not need it; the emulator takes it from the surface that is bound.
    Any,
    /// A row of texels.
    D1,
    /// Layers of rows.
    D1Array,
    /// An image.
    D2,
    /// Layers of images.
    D2Array,
    /// A volume.
    D3,
    /// Six square faces.
    Cube,
    /// Layers of six faces.
    CubeArray,
    /// A typed buffer.
    Buffer,
    /// A multisampled image.
    D2Ms,
    /// Layers of multisampled images.
    D2MsArray,
    /// Bytes.
    Raw,
}

impl Dimension {
    /// Every dimension with its name in texture IR.
    const NAMES: [(Dimension, &'static str); 12] = [
        (Dimension::Any, "any"),
        (Dimension::D1, "1d"),
        (Dimension::D1Array, "1d_array"),
        (Dimension::D2, "2d"),
        (Dimension::D2Array, "2d_array"),
        (Dimension::D3, "3d"),
        (Dimension::Cube, "cube"),
        (Dimension::CubeArray, "cube_array"),
        (Dimension::Buffer, "buffer"),
        (Dimension::D2Ms, "2d_ms"),
        (Dimension::D2MsArray, "2d_ms_array"),
        (Dimension::Raw, "raw"),
    ];

    /// Every dimension.
    pub fn all() -> impl Iterator<Item = Dimension> {
        Dimension::NAMES.into_iter().map(|(dimension, _)| dimension)
    }

    /// The name in texture IR.
    pub const fn name(self) -> &'static str {
        Dimension::NAMES[self as usize].1
    }

    /// The dimension of that name.
    pub fn from_name(name: &str) -> Option<Dimension> {
        Dimension::NAMES.iter().find(|(_, known)| *known == name).map(|(dimension, _)| *dimension)
    }
}

/// How a surface or a sampler is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binding {
    /// This entry of the binding table or of the sampler state table.
    Table(u32),
    /// The entry whose index each use gives.
    Indexed,
    /// The state whose handle each use gives.
    Bindless,
}

/// The declaration of a surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurfaceDecl {
    /// The name that uses give.
    pub name: String,
    /// What it is.
    pub dimension: Dimension,
    /// The type that its format delivers, where known.
    pub element: Option<Scalar>,
    /// How it is found.
    pub binding: Binding,
    /// The kernel argument that it was passed as, where it had another name.
    pub argument: Option<String>,
}

/// The declaration of a sampler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamplerDecl {
    /// The name that uses give.
    pub name: String,
    /// How it is found.
    pub binding: Binding,
    /// The kernel argument that it was passed as, where it had another name.
    pub argument: Option<String>,
    /// Its state, where the program defines it.
    pub state: Option<SamplerState>,
}

/// Constant memory or a global variable: bytes that are a part of the program. The loader of the program chooses their
/// address, so that machine code that uses it has a relocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstantDecl {
    /// The name of the address, a symbol of the program.
    pub symbol: String,
    /// What is there when the program is loaded.
    pub bytes: Vec<u8>,
    /// Whether kernels may change it: a global variable.
    pub is_variable: bool,
}

impl ConstantDecl {
    /// The word that texture IR declares it by.
    pub(super) fn keyword(&self) -> &'static str {
        if self.is_variable { "variable" } else { "constant" }
    }
}

/// The most bytes of the constant memory or the global variable of one declaration.
pub const MAX_CONSTANT_BYTES: usize = 1 << 24;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_names_stand_at_their_index() {
        for (index, dimension) in Dimension::all().enumerate() {
            assert_eq!(dimension as usize, index);
            assert_eq!(Dimension::from_name(dimension.name()), Some(dimension));
        }
    }
}
