//! Long kernels of plain texture work, for measurements.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{
    ArgumentRole, Block, Builder, Dimension, Module, Op, Role, SamplerId, Scalar, SurfaceId, TextureKind, Type, Value,
};

/// Operations from one store, conditional or loop to the next.
const SECTION: u32 = 48;

/// A module of one kernel with exactly `operations` texture operations: fetches, samples at a given level and gathers
/// in turn, each with about three arithmetic operations, its results added to two running sums. After every few dozen
/// operations the sums are stored, and the next section is straight, the body of a loop of two turns, or one side of a
/// conditional that differs between lanes. A few dozen values are alive at any place.
///
/// It is fast to build: the time is a few hundred nanoseconds an operation.
pub fn benchmark(operations: u32, target: Target, simd: SimdWidth) -> Module {
    let mut module = Module { target: Some(target), simd: Some(simd), ..Module::default() };
    let image = module.add_surface("t0", Dimension::D2, Some(Scalar::F32), 0);
    let layers = module.add_surface("t1", Dimension::D2Array, Some(Scalar::F32), 1);
    let output = module.add_surface("b0", Dimension::Raw, None, 2);
    let sampler = module.add_sampler("s0", 0);
    let mut builder = Builder::new("benchmark");
    let local_id = builder.argument_with_role("x", Type::I16, false, ArgumentRole::LocalIdX);
    let u = builder.argument("u", Type::F32, false);
    let v = builder.argument("v", Type::F32, false);
    let n = builder.argument("n", Type::I32, true);
    let entry = builder.create_block("entry");
    builder.switch_to(entry);
    let x = builder.convert(Op::ZExt, local_id, Type::I32);
    let four = builder.constant_int(Type::I32, 4);
    let base = builder.op(Op::Shl, Type::I32, &[x, four]);
    let zero = builder.constant_f32(0.0);
    let mut writer = Writer { builder, image, layers, output, sampler, x, u, v, n, base, written: 0 };
    let mut sums = [zero; 2];
    let mut left = operations;
    let mut section = 0;
    while left > 0 {
        let count = left.min(SECTION);
        left -= count;
        sums = match section % 3 {
            0 => writer.straight(count, sums),
            1 => writer.looped(count, sums),
            _ => writer.conditional(count, sums),
        };
        writer.store(section, sums);
        section += 1;
    }
    writer.builder.ret();
    module.add_kernel(writer.builder.finish());
    module
}

struct Writer {
    builder: Builder,
    image: SurfaceId,
    layers: SurfaceId,
    output: SurfaceId,
    sampler: SamplerId,
    x: Value,
    u: Value,
    v: Value,
    n: Value,
    base: Value,
    written: u32,
}

impl Writer {
    fn straight(&mut self, count: u32, mut sums: [Value; 2]) -> [Value; 2] {
        for _ in 0..count {
            sums = self.operation(sums);
        }
        sums
    }

    /// Two turns of a loop.
    fn looped(&mut self, count: u32, sums: [Value; 2]) -> [Value; 2] {
        let (body, exit) = (self.builder.create_block(""), self.builder.create_block(""));
        let [zero, one, two] = [0, 1, 2].map(|number| self.builder.constant_int(Type::I32, number));
        self.builder.jump(body, &[zero, sums[0], sums[1]]);
        let turn = self.builder.block_param(body, "", Type::I32);
        let carried = self.params(body);
        self.builder.switch_to(body);
        let sums = self.straight(count, carried);
        let turn = self.builder.op(Op::Add, Type::I32, &[turn, one]);
        let again = self.builder.op(Op::LtU, Type::I32, &[turn, two]);
        self.builder.branch(again, (body, &[turn, sums[0], sums[1]]), (exit, &[]));
        self.builder.switch_to(exit);
        sums
    }

    /// One way of two, on which a part of the lanes goes.
    fn conditional(&mut self, count: u32, sums: [Value; 2]) -> [Value; 2] {
        let (then, join) = (self.builder.create_block(""), self.builder.create_block(""));
        let condition = self.builder.op(Op::LtS, Type::I32, &[self.x, self.n]);
        self.builder.branch(condition, (then, &[]), (join, &sums));
        self.builder.switch_to(then);
        let sums = self.straight(count, sums);
        self.builder.jump(join, &sums);
        let sums = self.params(join);
        self.builder.switch_to(join);
        sums
    }

    fn params(&mut self, block: Block) -> [Value; 2] {
        [(); 2].map(|()| self.builder.block_param(block, "", Type::F32))
    }

    fn operation(&mut self, sums: [Value; 2]) -> [Value; 2] {
        let number = self.written;
        self.written += 1;
        let texel = match number % 3 {
            0 => self.fetch(number),
            1 => self.sample(number),
            _ => self.gather(number),
        };
        // Different channels, so that masks differ.
        let [first, second] = [0, 1 + (number / 3 % 3) as u8].map(|channel| self.builder.extract(texel, channel));
        [
            self.builder.op(Op::FAdd, Type::F32, &[sums[0], first]),
            self.builder.op(Op::FAdd, Type::F32, &[sums[1], second]),
        ]
    }

    fn fetch(&mut self, number: u32) -> Value {
        let step = self.builder.constant_int(Type::I32, i64::from(number % 61));
        let u = self.builder.op(Op::Add, Type::I32, &[self.x, step]);
        let zero = self.builder.constant_int(Type::I32, 0);
        let (surface, offset) = if number.is_multiple_of(2) { (self.image, [0; 3]) } else { (self.layers, [1, -1, 0]) };
        let texture = self.builder.texture(TextureKind::Load, surface);
        texture.param(Role::U, u).param(Role::V, self.n).param(Role::Lod, zero).offset(offset).result(Scalar::F32)
    }

    fn sample(&mut self, number: u32) -> Value {
        let u = self.coordinate(self.u, number);
        let lod = self.builder.constant_f32((number % 4) as f32);
        let texture = self.builder.texture(TextureKind::Sample, self.image).sampler(self.sampler);
        texture.param(Role::U, u).param(Role::V, self.v).param(Role::Lod, lod).result(Scalar::F32)
    }

    fn gather(&mut self, number: u32) -> Value {
        let v = self.coordinate(self.v, number);
        let layer = self.builder.constant_f32((number % 2) as f32);
        let texture = self.builder.texture(TextureKind::Gather4, self.layers).sampler(self.sampler);
        let channel = (number / 3 % 4) as u8;
        texture.param(Role::U, self.u).param(Role::V, v).param(Role::R, layer).channel(channel).result(Scalar::F32)
    }

    fn coordinate(&mut self, from: Value, number: u32) -> Value {
        let step = self.builder.constant_f32((number % 127) as f32 / 128.0);
        self.builder.op(Op::FAdd, Type::F32, &[from, step])
    }

    fn store(&mut self, section: u32, sums: [Value; 2]) {
        let start = self.builder.constant_int(Type::I32, i64::from(section % 64) * 1024);
        let address = self.builder.op(Op::Add, Type::I32, &[self.base, start]);
        let pair = self.builder.vector(&sums);
        self.builder.store_raw(self.output, address, pair);
    }
}

#[cfg(test)]
mod tests {
    use texvisa_ir::texture::verify;

    use super::*;

    #[test]
    fn as_many_operations_are_there_as_were_asked_for() {
        for operations in [0, 1, 48, 49, 500] {
            let module = benchmark(operations, Target::Tgllp, SimdWidth::Simd16);
            assert_eq!(verify(&module), []);
            let kernel = module.kernels.values().next().expect("the module has a kernel");
            assert_eq!(kernel.textures.len(), operations as usize);
        }
    }
}
