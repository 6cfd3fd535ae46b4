//! Address modes: which texel a texel index outside the surface means.
//!
//! The modes on integer indices are those of Vulkan ('Wrapping Operation'); half border is GL_CLAMP as Mesa's i965
//! driver describes it.

/// What happens to coordinates outside 0..1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AddressMode {
    /// The surface repeats.
    #[default]
    Wrap,
    /// It repeats, every second time mirrored.
    Mirror,
    /// The texel at the edge.
    Clamp,
    /// Faces of a cube continue on their neighbours.
    Cube,
    /// The border colour.
    ClampBorder,
    /// Mirrored once, then the texel at the edge.
    MirrorOnce,
    /// The coordinate is clamped to the edge, so that a linear filter mixes half of the border colour in.
    HalfBorder,
}

impl AddressMode {
    /// Every mode with its name, in the order of Intel's encoding.
    pub const NAMES: [(AddressMode, &'static str); 7] = [
        (AddressMode::Wrap, "WRAP"),
        (AddressMode::Mirror, "MIRROR"),
        (AddressMode::Clamp, "CLAMP"),
        (AddressMode::Cube, "CUBE"),
        (AddressMode::ClampBorder, "CLAMP_BORDER"),
        (AddressMode::MirrorOnce, "MIRROR_ONCE"),
        (AddressMode::HalfBorder, "HALF_BORDER"),
    ];

    /// The mode of that name.
    pub fn from_name(name: &str) -> Option<AddressMode> {
        AddressMode::NAMES.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// The texel that `index` means on an axis of `extent` texels (at least 1); `None` for the border.
    pub(crate) fn resolve(self, index: i64, extent: u32) -> Option<u32> {
        let count = i64::from(extent);
        let mirrored = |a: i64| if a >= 0 { a } else { -1 - a };
        let inside = match self {
            AddressMode::Wrap => index.rem_euclid(count),
            AddressMode::Mirror => count - 1 - mirrored(index.rem_euclid(2 * count) - count),
            // Outside of cubes there is no neighbour to continue on (choice).
            AddressMode::Clamp | AddressMode::Cube => index.clamp(0, count - 1),
            AddressMode::MirrorOnce => mirrored(index).clamp(0, count - 1),
            AddressMode::ClampBorder | AddressMode::HalfBorder => {
                if !(0..count).contains(&index) {
                    return None;
                }
                index
            }
        };
        Some(inside as u32)
    }

    /// The coordinate in texels before it is filtered.
    pub(crate) fn limit(self, coordinate: f64, extent: u32) -> f64 {
        if self == AddressMode::HalfBorder { coordinate.clamp(0.0, f64::from(extent)) } else { coordinate }
    }

    /// The mode for a filter that takes one texel: half border never reaches the border there.
    pub(crate) fn for_nearest(self) -> AddressMode {
        if self == AddressMode::HalfBorder { AddressMode::Clamp } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(mode: AddressMode, extent: u32) -> Vec<Option<u32>> {
        (-5..9).map(|index| mode.resolve(index, extent)).collect()
    }

    /// Indices -5 to 8 on four texels, written out by hand.
    #[test]
    fn each_mode_by_hand() {
        let texels = |row: [u32; 14]| row.map(Some).to_vec();
        assert_eq!(row(AddressMode::Wrap, 4), texels([3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0]));
        assert_eq!(row(AddressMode::Mirror, 4), texels([3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0, 0]));
        assert_eq!(row(AddressMode::Clamp, 4), texels([0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3]));
        assert_eq!(row(AddressMode::MirrorOnce, 4), texels([3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3]));
        let border: Vec<_> = (-5..9).map(|index| (0..4).contains(&index).then_some(index as u32)).collect();
        assert_eq!(row(AddressMode::ClampBorder, 4), border);
        assert_eq!(row(AddressMode::HalfBorder, 4), border);
    }

    #[test]
    fn extremes_of_the_index_stay_inside() {
        for (mode, _) in AddressMode::NAMES {
            for index in [i64::MIN / 2, i64::MAX / 2, -1, 0, 1] {
                assert!(mode.resolve(index, 1).is_none_or(|texel| texel == 0));
                assert!(mode.resolve(index, 3).is_none_or(|texel| texel < 3));
            }
        }
    }

    #[test]
    fn half_border_clamps_the_coordinate_and_is_clamp_without_a_filter() {
        assert_eq!(AddressMode::HalfBorder.limit(-3.0, 4), 0.0);
        assert_eq!(AddressMode::HalfBorder.limit(9.0, 4), 4.0);
        assert_eq!(AddressMode::Clamp.limit(9.0, 4), 9.0);
        assert_eq!(AddressMode::HalfBorder.for_nearest(), AddressMode::Clamp);
    }
}
