//! Vectors and matrices.

use super::super::kernel::InstData;
use super::super::ops::Op;
use super::super::types::{Scalar, Type};
use super::super::value_list::ValueList;
use super::builder::FunctionBuilder;
use super::error::{BuildError, invalid};
use super::handles::BuiltValue;

/// A matrix of a [`FunctionBuilder`](super::FunctionBuilder): its columns, which are vectors of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltMatrix {
    columns: Vec<BuiltValue>,
    column: Type,
}

impl BuiltMatrix {
    /// Its columns.
    pub fn columns(&self) -> &[BuiltValue] {
        &self.columns
    }

    /// The type of its columns.
    pub const fn column_type(&self) -> Type {
        self.column
    }
}

impl FunctionBuilder<'_> {
    /// Appends a vector of at least two values of one scalar type.
    ///
    /// # Errors
    ///
    /// Their number or types.
    pub fn vector(&mut self, elements: &[BuiltValue]) -> Result<BuiltValue, BuildError> {
        let values = self.values(elements)?;
        let scalar = values.first().map_or(Scalar::I32, |value| self.builder.kernel().ty(*value).scalar);
        if !(2..=usize::from(Type::MAX_LANES)).contains(&values.len()) {
            let given = values.len();
            return Err(invalid(format!("`vec` has {given} elements; expected 2 to {}", Type::MAX_LANES)));
        }
        let elements = ValueList::from_slice(&values, &mut self.kernel().lists);
        let inst = self.append(InstData::Vector { elements }, &[Type::vector(scalar, values.len() as u8)])?;
        Ok(self.only_result(inst))
    }

    /// Appends a read of an element of a vector.
    ///
    /// # Errors
    ///
    /// It has no such element.
    pub fn extract(&mut self, vector: BuiltValue, index: u8) -> Result<BuiltValue, BuildError> {
        let vector = self.value(vector)?;
        let ty = Type::scalar(self.builder.kernel().ty(vector).scalar);
        let inst = self.append(InstData::Extract { vector, index }, &[ty])?;
        Ok(self.only_result(inst))
    }

    /// The elements of a vector; of a scalar itself.
    fn elements(&mut self, value: BuiltValue) -> Result<Vec<BuiltValue>, BuildError> {
        let ty = self.ty(value)?;
        if ty.is_scalar() { Ok(vec![value]) } else { (0..ty.lanes).map(|index| self.extract(value, index)).collect() }
    }

    /// Appends a plain operation for each element of vectors of one length; a scalar is every element.
    ///
    /// # Errors
    ///
    /// Those of [`op`](FunctionBuilder::op), or the vectors have different lengths.
    pub fn op_each(&mut self, op: Op, args: &[BuiltValue]) -> Result<BuiltValue, BuildError> {
        self.whole(|builder| builder.each(args, |builder, args| builder.op(op, args)))
    }

    /// Appends a conversion of each element of `value` to another scalar type.
    ///
    /// # Errors
    ///
    /// Those of [`op`](FunctionBuilder::op).
    pub fn convert_each(&mut self, op: Op, value: BuiltValue, to: Scalar) -> Result<BuiltValue, BuildError> {
        self.whole(|builder| builder.each(&[value], |builder, args| builder.convert(op, args[0], Type::scalar(to))))
    }

    fn each(
        &mut self,
        args: &[BuiltValue],
        mut append: impl FnMut(&mut Self, &[BuiltValue]) -> Result<BuiltValue, BuildError>,
    ) -> Result<BuiltValue, BuildError> {
        let mut lengths = Vec::with_capacity(args.len());
        for arg in args {
            lengths.push(usize::from(self.ty(*arg)?.lanes));
        }
        lengths.retain(|length| *length != 1);
        let Some(length) = lengths.first().copied() else { return append(self, args) };
        if let Some(other) = lengths.iter().find(|other| **other != length) {
            return Err(BuildError::Lengths { given: *other, expected: length });
        }
        let elements: Vec<Vec<BuiltValue>> =
            args.iter().map(|arg| self.elements(*arg)).collect::<Result<_, BuildError>>()?;
        let mut results = Vec::with_capacity(length);
        for index in 0..length {
            let args: Vec<BuiltValue> =
                elements.iter().map(|elements| elements[if elements.len() == 1 { 0 } else { index }]).collect();
            results.push(append(self, &args)?);
        }
        self.vector(&results)
    }

    /// Appends the sum of the products of the elements of two vectors, from the first on: of floats, each product and each
    /// sum is rounded.
    ///
    /// # Errors
    ///
    /// Their types or lengths.
    pub fn dot(&mut self, left: BuiltValue, right: BuiltValue) -> Result<BuiltValue, BuildError> {
        self.whole(|builder| {
            let (left, right) = (builder.elements(left)?, builder.elements(right)?);
            builder.sum_of_products(&left, &right)
        })
    }

    fn sum_of_products(&mut self, left: &[BuiltValue], right: &[BuiltValue]) -> Result<BuiltValue, BuildError> {
        if left.len() != right.len() {
            return Err(BuildError::Lengths { given: right.len(), expected: left.len() });
        }
        let mut sum: Option<BuiltValue> = None;
        for (a, b) in left.iter().zip(right) {
            let is_float = self.ty(*a)?.scalar.is_float();
            let product = self.op(if is_float { Op::FMul } else { Op::Mul }, &[*a, *b])?;
            sum = Some(match sum {
                Some(sum) => self.op(if is_float { Op::FAdd } else { Op::Add }, &[sum, product])?,
                None => product,
            });
        }
        sum.ok_or_else(|| invalid("a vector has no elements; expected at least one"))
    }

    /// A matrix of these columns, to which nothing is appended.
    ///
    /// # Errors
    ///
    /// There is no column, or they are no vectors of floats of one type.
    pub fn matrix(&self, columns: &[BuiltValue]) -> Result<BuiltMatrix, BuildError> {
        let first = columns.first().ok_or_else(|| invalid("a matrix has no columns; expected at least one"))?;
        let column = self.ty(*first)?;
        if column.is_scalar() || !column.scalar.is_float() {
            return Err(invalid(format!("a column of a matrix has type {column}; expected a vector of floats")));
        }
        for other in columns {
            let ty = self.ty(*other)?;
            if ty != column {
                return Err(invalid(format!("a column of a matrix has type {ty}; expected {column}, as the first")));
            }
        }
        Ok(BuiltMatrix { columns: columns.to_vec(), column })
    }

    /// The elements of each column.
    fn columns(&mut self, matrix: &BuiltMatrix) -> Result<Vec<Vec<BuiltValue>>, BuildError> {
        matrix.columns.iter().map(|column| self.elements(*column)).collect()
    }

    /// The matrix whose columns are the rows of `matrix`.
    ///
    /// # Errors
    ///
    /// It is of another builder, or has one column.
    pub fn transposed(&mut self, matrix: &BuiltMatrix) -> Result<BuiltMatrix, BuildError> {
        self.whole(|builder| {
            let columns = builder.columns(matrix)?;
            let rows: Vec<BuiltValue> = (0..usize::from(matrix.column.lanes))
                .map(|row| builder.vector(&columns.iter().map(|column| column[row]).collect::<Vec<_>>()))
                .collect::<Result<_, BuildError>>()?;
            builder.matrix(&rows)
        })
    }

    /// Appends the product of a matrix and a column: an element for each row.
    ///
    /// # Errors
    ///
    /// The vector has another number of elements than the matrix has columns, or other types.
    pub fn matrix_times_vector(&mut self, matrix: &BuiltMatrix, vector: BuiltValue) -> Result<BuiltValue, BuildError> {
        self.whole(|builder| {
            let columns = builder.columns(matrix)?;
            builder.columns_times(&columns, vector)
        })
    }

    fn columns_times(&mut self, columns: &[Vec<BuiltValue>], vector: BuiltValue) -> Result<BuiltValue, BuildError> {
        let vector = self.elements(vector)?;
        let mut result = Vec::new();
        for row in 0..columns.first().map_or(0, Vec::len) {
            let row: Vec<BuiltValue> = columns.iter().map(|column| column[row]).collect();
            result.push(self.sum_of_products(&row, &vector)?);
        }
        self.vector(&result)
    }

    /// Appends the product of a row and a matrix: an element for each column.
    ///
    /// # Errors
    ///
    /// The vector has another number of elements than the matrix has rows, or other types.
    pub fn vector_times_matrix(&mut self, vector: BuiltValue, matrix: &BuiltMatrix) -> Result<BuiltValue, BuildError> {
        self.whole(|builder| {
            let (vector, columns) = (builder.elements(vector)?, builder.columns(matrix)?);
            let result: Vec<BuiltValue> = columns
                .iter()
                .map(|column| builder.sum_of_products(&vector, column))
                .collect::<Result<_, BuildError>>()?;
            builder.vector(&result)
        })
    }

    /// Appends the product of two matrices.
    ///
    /// # Errors
    ///
    /// The second has another number of rows than the first has columns, or other types.
    pub fn matrix_product(&mut self, left: &BuiltMatrix, right: &BuiltMatrix) -> Result<BuiltMatrix, BuildError> {
        self.whole(|builder| {
            let columns = builder.columns(left)?;
            let product: Vec<BuiltValue> = right
                .columns
                .iter()
                .map(|column| builder.columns_times(&columns, *column))
                .collect::<Result<_, BuildError>>()?;
            builder.matrix(&product)
        })
    }
}
