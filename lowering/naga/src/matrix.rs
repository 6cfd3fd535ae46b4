//! Matrices, which are the scalars of their columns.

use texvisa_ir::texture::{Op, Value};

use crate::operand::Scalars;
use crate::refusal::Untranslatable;
use crate::shape::ValueShape;
use crate::translator::Translator;

impl Translator<'_> {
    /// The sum of products of two rows of numbers, from the first on.
    pub fn dot(&mut self, left: &[Value], right: &[Value], is_float: bool) -> Result<Value, Untranslatable> {
        let (multiply, add) = if is_float { (Op::FMul, Op::FAdd) } else { (Op::Mul, Op::Add) };
        let mut sum = None;
        for (a, b) in left.iter().zip(right) {
            let product = self.op(multiply, &[*a, *b]);
            sum = Some(match sum {
                Some(sum) => self.op(add, &[sum, product]),
                None => product,
            });
        }
        sum.ok_or_else(|| Untranslatable::new("a vector without elements"))
    }

    /// A product of which one side is a matrix.
    pub fn product(
        &mut self,
        a: ValueShape,
        left: &[Value],
        b: ValueShape,
        right: &[Value],
    ) -> Result<Scalars, Untranslatable> {
        let row = |matrix: &[Value], rows: usize, row: usize| -> Scalars {
            matrix.iter().skip(row).step_by(rows).copied().collect()
        };
        let mut result = Scalars::new();
        match (a, b) {
            (ValueShape::Matrix(_, rows, _), ValueShape::Matrix(..) | ValueShape::Vector(..)) => {
                let rows = rows as usize;
                let inner = left.len() / rows;
                for column in right.chunks(inner) {
                    for index in 0..rows {
                        let row = row(left, rows, index);
                        result.push(self.dot(&row, column, true)?);
                    }
                }
            }
            (ValueShape::Vector(..), ValueShape::Matrix(_, rows, _)) => {
                for column in right.chunks(rows as usize) {
                    result.push(self.dot(left, column, true)?);
                }
            }
            _ => return Ok(self.each_op(Op::FMul, &[left, right])),
        }
        Ok(result)
    }

    /// The columns of a matrix as its rows.
    pub fn transposed(&self, matrix: &[Value], rows: usize) -> Scalars {
        (0..rows).flat_map(|row| matrix.iter().skip(row).step_by(rows).copied()).collect()
    }

    /// The determinant of a square matrix, by the minors of its first row.
    pub fn determinant(&mut self, matrix: &[Value], size: usize) -> Result<Value, Untranslatable> {
        if size == 1 {
            return matrix.first().copied().ok_or_else(|| Untranslatable::new("a matrix without elements"));
        }
        let mut sum = None;
        for column in 0..size {
            let minor: Scalars = (0..size)
                .filter(|other| *other != column)
                .flat_map(|other| matrix[other * size + 1..(other + 1) * size].iter().copied())
                .collect();
            let minor = self.determinant(&minor, size - 1)?;
            let term = self.op(Op::FMul, &[matrix[column * size], minor]);
            sum = Some(match sum {
                None => term,
                Some(sum) if column % 2 == 1 => self.op(Op::FSub, &[sum, term]),
                Some(sum) => self.op(Op::FAdd, &[sum, term]),
            });
        }
        sum.ok_or_else(|| Untranslatable::new("a matrix without columns"))
    }
}
