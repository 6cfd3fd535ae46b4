//! The lanes of a quad: derivatives, and values of the neighbours.
//!
//! Lanes 4q to 4q + 3 are a quad. In a fragment shader they are the pixels (x, y), (x + 1, y), (x, y + 1) and
//! (x + 1, y + 1) with even x and y; in a compute shader WGSL leaves open what they are.

use naga::{DerivativeAxis, DerivativeControl, Direction, Expression, Handle};
use texvisa_ir::texture::{Op, Type, Value};

use crate::operand::Scalars;
use crate::refusal::Untranslatable;
use crate::translator::Translator;

/// The bits of the number of a lane that say which of its quad it is: along x, and along y.
const ALONG_X: u32 = 1;
const ALONG_Y: u32 = 2;
const OF_QUAD: u32 = ALONG_X | ALONG_Y;

impl Translator<'_> {
    /// The number of the lane with some of its bits cleared.
    fn lane_without(&mut self, bits: u32) -> Value {
        let lane = self.builder.op(Op::LaneId, Type::I32, &[]);
        let mask = self.word(!bits);
        self.op(Op::And, &[lane, mask])
    }

    /// The lane of the own quad that a number below 4 says.
    pub fn lane_of_quad(&mut self, number: Value) -> Value {
        let first = self.lane_without(OF_QUAD);
        self.op(Op::Or, &[first, number])
    }

    /// The neighbour in the quad.
    pub fn lane_across(&mut self, direction: Direction) -> Value {
        let bits = match direction {
            Direction::X => ALONG_X,
            Direction::Y => ALONG_Y,
            Direction::Diagonal => OF_QUAD,
        };
        let lane = self.builder.op(Op::LaneId, Type::I32, &[]);
        let bits = self.word(bits);
        self.op(Op::Xor, &[lane, bits])
    }

    /// How a value changes from a pixel to the next along an axis. A coarse derivative is that of the quad's first
    /// pixel, as samplers have it; a fine one that of the pixel's own row or column.
    fn slopes(&mut self, values: &[Value], step: u32, is_fine: bool) -> Scalars {
        let near = self.lane_without(if is_fine { step } else { OF_QUAD });
        let step = self.word(step);
        let far = self.op(Op::Or, &[near, step]);
        self.each(&[values], |translator, of| {
            let ty = translator.ty(of[0]);
            let [near, far] = [near, far].map(|lane| translator.builder.op(Op::Shuffle, ty, &[of[0], lane]));
            translator.op(Op::FSub, &[far, near])
        })
    }

    /// `dpdx`, `dpdy` and `fwidth`, each as it is said: fine, coarse, or as is best.
    pub fn derivative(
        &mut self,
        axis: DerivativeAxis,
        control: DerivativeControl,
        expression: Handle<Expression>,
    ) -> Result<Scalars, Untranslatable> {
        let values = self.value(expression)?;
        let is_fine = control == DerivativeControl::Fine;
        Ok(match axis {
            DerivativeAxis::X => self.slopes(&values, ALONG_X, is_fine),
            DerivativeAxis::Y => self.slopes(&values, ALONG_Y, is_fine),
            DerivativeAxis::Width => {
                let slopes = [ALONG_X, ALONG_Y].map(|step| {
                    let slopes = self.slopes(&values, step, is_fine);
                    self.each_op(Op::FAbs, &[&slopes])
                });
                self.each_op(Op::FAdd, &[&slopes[0], &slopes[1]])
            }
        })
    }
}
