//! What is otherwise in lavapipe, and why texvisa is not wrong there.

use texvisa::emulator::unit::{Kind, Reduction, Select, SurfaceKind};

use crate::footprint::{edges_met, reads_two_levels, takes_nearest_of_two_filters};
use crate::formats::is_depth;
use crate::state::{Operation, Point, State};

/// A kind of points at which lavapipe may answer otherwise.
pub struct Difference {
    /// What is different.
    pub what: &'static str,
    /// Why texvisa's answer is right.
    pub reason: &'static str,
    /// Whether a point of a state is one of them.
    pub is_met: fn(&State, &Point) -> bool,
}

/// The list. An entry that no point needs fails the tests.
pub const DIFFERENCES: [Difference; 6] = [
    Difference {
        what: "a load from another layer than the one of an array",
        reason: "Vulkan reads zero there (robustImageAccess2), as D3D11's ld does; lavapipe reads the layer",
        is_met: |state, point| {
            matches!(state.surface.kind(), SurfaceKind::D1Array | SurfaceKind::D2Array)
                && state.operation == Operation::Load
                && state.surface.layers() == 1
                && point.layer != 0
        },
    },
    Difference {
        what: "a channel that depths do not have, seen as another channel",
        reason: "depths are (D, 0, 0, 1) before channels are chosen (Vulkan, 'Component Substitution'); lavapipe has 0 in what is seen \
                 as R, G and B, and 1 in A",
        is_met: |state, _| {
            let [colour @ .., alpha] = state.surface.description().select;
            is_depth(state.surface.format())
                && (colour.contains(&Select::Channel(3)) || [Select::Channel(1), Select::Channel(2)].contains(&alpha))
        },
    },
    Difference {
        what: "beyond the edge of a cube's face without seams",
        reason: "without seamless edges address modes hold (Vulkan, 'Wrapping Operation'); lavapipe always clamps",
        is_met: |state, point| !state.sampler.seamless_cube && edges_met(state, point) > 0,
    },
    Difference {
        what: "a gather of integers at the corner of a cube",
        reason: "the fourth texel is a mean, which integers do not have; texvisa and lavapipe take another of the three",
        is_met: |state, point| {
            state.operation == Operation::Gather
                && state.surface.format().kind() != Kind::Float
                && edges_met(state, point) == 2
        },
    },
    Difference {
        what: "the least or greatest of two levels",
        reason: "levels are reduced as texels are (Vulkan, 'Texel Filtering'); lavapipe takes the mean of the levels",
        is_met: |state, point| state.sampler.reduction != Reduction::Average && reads_two_levels(state, point),
    },
    Difference {
        what: "the least or greatest, where only the other filter is linear",
        reason: "a nearest texel has nothing to be reduced with (Vulkan, 'Texel Filtering'); lavapipe filters with both",
        is_met: |state, point| {
            state.sampler.reduction != Reduction::Average && takes_nearest_of_two_filters(state, point)
        },
    },
];
