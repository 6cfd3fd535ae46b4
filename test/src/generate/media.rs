//! Media blocks.

use texvisa_ir::texture::{MediaField, Role, Scalar, SurfaceRef, TextureKind, TextureOp, Type};
use texvisa_ir::visa::message_shape::BlockShape;

use super::generator::Generator;
use super::pool::Known;

/// The integers of a row.
const ELEMENTS: [Scalar; 4] = [Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];

impl Generator<'_> {
    /// Writes a block that is read, or written, and the extraction of its rows.
    pub(super) fn media_block(&mut self, kind: TextureKind, surface: SurfaceRef) {
        let mut op = TextureOp::new(kind, surface);
        let elements = if self.config.all_syntax { &ELEMENTS[..] } else { &[Scalar::I16, Scalar::I32] };
        let scalar = *self.rng.choice(elements).unwrap_or(&Scalar::I32);
        let mut rows = self.rng.u8(1..=Type::MAX_ROWS);
        if self.config.undefined && self.one_in(4) {
            let columns = self.rng.u32(1..=BlockShape::MAX_WIDTH / scalar.bytes());
            let shape = BlockShape { width: columns * scalar.bytes(), height: rows.into() };
            rows = rows.min(shape.max_height() as u8);
            op.width = Some(columns as u8);
        }
        let ty = Type::vector(scalar, rows);
        // A block has one place for all lanes; the left edge of what is written is that of a dword.
        let [x, y] = [(Role::X, self.rng.i64(-3..12) * 4), (Role::Y, self.rng.i64(-4..24))].map(|(role, number)| {
            let anything = self.config.all_syntax && (kind == TextureKind::MediaRead || role == Role::Y);
            let known = if anything && self.rng.bool() {
                self.operand(Type::I32)
            } else {
                Known { value: self.builder.constant_int(Type::I32, number), ty: Type::I32, certain: true }
            };
            op.params.push((role, known.value));
            known
        });
        op.plane = self.rng.u8(..4);
        op.field = [MediaField::Frame, MediaField::Top, MediaField::Bottom][self.rng.usize(..3)];
        if kind == TextureKind::MediaWrite {
            op.data = Some(self.operand(ty).value);
            return self.append(op, None, false);
        }
        // Lanes beyond a width have no element.
        let certain = x.certain && y.certain && op.width.is_none();
        self.append(op, Some(ty), certain);
    }
}
