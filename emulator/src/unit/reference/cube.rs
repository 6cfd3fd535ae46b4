//! Faces of cubes: which one a direction meets and where, and which texel lies beyond an edge.
//!
//! After Vulkan ('Cube Map Face Selection and Transformations', 'Cube Map Edge Handling').

/// A face, in the order +X, -X, +Y, -Y, +Z, -Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::unit) struct Face(u8);

/// An axis of the direction (0 to 2) and the sign with which it counts.
type Signed = (usize, f64);

/// For each face the axes that become s and t, and the major one.
#[rustfmt::skip]
const FACES: [[Signed; 3]; 6] = [
    [(2, -1.0), (1, -1.0), (0,  1.0)],
    [(2,  1.0), (1, -1.0), (0, -1.0)],
    [(0,  1.0), (2,  1.0), (1,  1.0)],
    [(0,  1.0), (2, -1.0), (1, -1.0)],
    [(0,  1.0), (1, -1.0), (2,  1.0)],
    [(0, -1.0), (1, -1.0), (2, -1.0)],
];

impl Face {
    /// The face that a direction meets. Where two components are as long, z comes before y and y before x.
    pub fn of(direction: [f64; 3]) -> Face {
        let [x, y, z] = direction.map(f64::abs);
        let major = if z >= x && z >= y {
            2
        } else if y >= x {
            1
        } else {
            0
        };
        Face(major * 2 + u8::from(direction[usize::from(major)] < 0.0))
    }

    /// The layer of the face in its cube.
    pub fn layer(self) -> u32 {
        u32::from(self.0)
    }

    fn axes(self) -> [Signed; 3] {
        FACES[usize::from(self.0 % 6)]
    }

    /// Where a direction meets the plane of the face: 0 to 1 along s and t.
    pub fn project(self, direction: [f64; 3]) -> [f64; 2] {
        let [s, t, major] = self.axes().map(|(axis, sign)| sign * direction[axis]);
        [s, t].map(|part| (part / major.abs() + 1.0) / 2.0)
    }

    /// The derivative of that place where the direction changes by `gradient`.
    pub fn project_gradient(self, direction: [f64; 3], gradient: [f64; 3]) -> [f64; 2] {
        let part = |(axis, sign): Signed| (sign * direction[axis], sign * gradient[axis]);
        let [s, t, (major, major_step)] = self.axes().map(part);
        [s, t].map(|(part, step)| (step * major - part * major_step) / (major * major) / 2.0)
    }

    /// The texel that index (`i`, `j`) means on a face of `extent` x `extent` texels, where at most one index is
    /// outside, by one: the face is folded over the edge to its neighbour.
    pub fn fold(self, i: i64, j: i64, extent: u32) -> (Face, u32, u32) {
        let count = f64::from(extent);
        let centre = |index: i64| (2 * index + 1) as f64 / count - 1.0;
        let mut parts = [centre(i), centre(j), 1.0];
        for along in 0..2 {
            let beyond = parts[along].abs() - 1.0;
            if beyond > 0.0 {
                parts[along] = parts[along].signum();
                parts[2] = 1.0 - beyond;
            }
        }
        let mut direction = [0.0; 3];
        for ((axis, sign), part) in self.axes().into_iter().zip(parts) {
            direction[axis] = sign * part;
        }
        let face = Face::of(direction);
        let [column, row] = face.project(direction).map(|place| (place * count).floor().clamp(0.0, count - 1.0) as u32);
        (face, column, row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_meet_the_faces_of_the_table() {
        let directions =
            [[1.0, 0.3, 0.3], [-1.0, 0.3, 0.3], [0.3, 1.0, 0.3], [0.3, -1.0, 0.3], [0.3, 0.3, 1.0], [0.3, 0.3, -1.0]];
        // (s, t) of each face for the same small components: 0.35 where the sign is negative, otherwise 0.65.
        let places = [[0.35, 0.35], [0.65, 0.35], [0.65, 0.65], [0.65, 0.35], [0.65, 0.35], [0.35, 0.35]];
        for (layer, (direction, place)) in directions.into_iter().zip(places).enumerate() {
            let face = Face::of(direction);
            assert_eq!(face.layer(), layer as u32);
            let found = face.project(direction);
            assert!((found[0] - place[0]).abs() + (found[1] - place[1]).abs() < 1e-12, "{layer}: {found:?}");
        }
        assert_eq!(Face::of([1.0, 1.0, 1.0]).layer(), 4);
        assert_eq!(Face::of([1.0, -1.0, 0.5]).layer(), 3);
    }

    /// The right edge of +Z is the left edge of +X; the top edge of +Z is the bottom edge of +Y, in the same direction;
    /// the top edge of -Z is the top edge of +Y, reversed.
    #[test]
    fn edges_fold_to_their_neighbours() {
        let [positive_x, positive_y, positive_z, negative_z] = [0, 2, 4, 5].map(Face);
        assert_eq!(positive_z.fold(4, 1, 4), (positive_x, 0, 1));
        assert_eq!(positive_z.fold(1, -1, 4), (positive_y, 1, 3));
        assert_eq!(negative_z.fold(1, -1, 4), (positive_y, 2, 0));
        assert_eq!(positive_z.fold(2, 3, 4), (positive_z, 2, 3));
        assert_eq!(positive_z.fold(1, 0, 1), (positive_x, 0, 0));
    }

    #[test]
    fn folding_back_returns_to_the_face() {
        for face in (0..6).map(Face) {
            for index in 0..4 {
                for (i, j) in [(-1, index), (4, index), (index, -1), (index, 4)] {
                    let (neighbour, column, row) = face.fold(i, j, 4);
                    assert_ne!(neighbour, face);
                    // One of the four texels beyond the neighbour's edges is the texel at this face's edge.
                    let (column, row) = (i64::from(column), i64::from(row));
                    let back = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
                        .map(|(i, j)| neighbour.fold(i, j, 4));
                    let edge = (face, i.clamp(0, 3) as u32, j.clamp(0, 3) as u32);
                    assert!(back.contains(&edge), "{face:?} {i} {j}");
                }
            }
        }
    }

    #[test]
    fn gradients_are_the_slopes_of_the_projection() {
        let direction = [0.5, -0.25, 2.0];
        let face = Face::of(direction);
        let gradient = [1.0, 2.0, 4.0];
        let step = 1e-6;
        let moved: [f64; 3] = std::array::from_fn(|axis| direction[axis] + step * gradient[axis]);
        let [from, to] = [direction, moved].map(|direction| face.project(direction));
        let slope = face.project_gradient(direction, gradient);
        for along in 0..2 {
            assert!(((to[along] - from[along]) / step - slope[along]).abs() < 1e-5);
        }
    }
}
