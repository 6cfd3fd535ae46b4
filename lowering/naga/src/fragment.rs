//! Fragment shaders: their inputs, `discard`, and their outputs.
//!
//! Each lane is a pixel, and lanes 4q to 4q + 3 are a quad. What the host interpolates is an argument for each scalar, and
//! each output is a texel of a surface of its own, at the place of the pixel. A lane that is discarded goes on, so that
//! its quad has derivatives, but nothing that it writes is seen (WGSL, section 9.9.3).

use naga::{Binding, Block, BuiltIn, Function, Interpolation, Statement};
use smallvec::smallvec;
use texvisa_ir::texture::{
    Aligned, ArgumentRole, MemoryAccess, MemoryKind, MemoryOp, MemorySpace, Op, Role, SurfaceId, Type, Value,
    is_quotable,
};

use crate::host::{FragmentInput, InputInterpolation, OutputIdentity, OutputSurfaces, results};
use crate::operand::{Operand, Scalars};
use crate::refusal::Untranslatable;
use crate::shape::ValueShape;
use crate::translator::{JumpLabel, Translator};

/// The pixels of a group: quads, as many of them as the widest hardware thread has.
pub(crate) const PIXELS: [u32; 3] = [8, 4, 1];

/// An output as its shader has it.
struct Output {
    identity: OutputIdentity,
    /// Its scalars among those of the whole result.
    first: usize,
    count: usize,
}

/// Whether a `discard` is among the statements.
fn discards(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Kill => true,
        Statement::Block(block) => discards(block),
        Statement::If { accept, reject, .. } => discards(accept) || discards(reject),
        Statement::Switch { cases, .. } => cases.iter().any(|case| discards(&case.body)),
        Statement::Loop { body, continuing, .. } => discards(body) || discards(continuing),
        _ => false,
    })
}

/// A built-in input that is an argument, by its name.
const fn plain_builtin(builtin: BuiltIn) -> Option<&'static str> {
    match builtin {
        BuiltIn::FrontFacing => Some("front_facing"),
        BuiltIn::SampleIndex => Some("sample_index"),
        BuiltIn::PrimitiveIndex => Some("primitive_index"),
        _ => None,
    }
}

impl<'m> Translator<'m> {
    /// An argument that differs between lanes, under a name that nothing else has.
    fn divergent(&mut self, wanted: &str, ty: Type) -> (Value, String) {
        let is_other = |name: &str| ArgumentRole::all().any(|role| role.name() == name) || name.ends_with("_bytes");
        let mut name = if is_quotable(wanted) { wanted.to_owned() } else { "input".to_owned() };
        while is_other(&name) || !self.reserve(&name) {
            name.push('_');
        }
        let value = self.builder.argument_with_role(&name, ty, false, ArgumentRole::Plain);
        (value, name)
    }

    /// An input that the host interpolates.
    pub fn interpolated(
        &mut self,
        name: Option<&str>,
        binding: &Binding,
        ty: naga::Handle<naga::Type>,
    ) -> Result<Scalars, Untranslatable> {
        let Binding::Location { location, interpolation, per_primitive, .. } = *binding else {
            return Err(Untranslatable::new("an input without a location"));
        };
        let interpolation = match interpolation {
            _ if per_primitive => InputInterpolation::Flat,
            Some(Interpolation::Flat) => InputInterpolation::Flat,
            Some(Interpolation::Linear) => InputInterpolation::Linear,
            None | Some(Interpolation::Perspective) => InputInterpolation::Perspective,
            Some(other) => return Err(Untranslatable::new(format!("an input that is interpolated {other:?}"))),
        };
        let types = self.types.scalar_types(ValueShape::Named(ty))?;
        let name = name.map_or_else(|| format!("input{location}"), str::to_owned);
        let mut scalars = Scalars::new();
        for (component, scalar) in (0..).zip(&types) {
            let wanted = match ["x", "y", "z", "w"].get(component as usize) {
                Some(letter) if types.len() > 1 => format!("{name}.{letter}"),
                _ => name.clone(),
            };
            let (value, argument) = self.divergent(&wanted, *scalar);
            scalars.push(value);
            let kernel = self.kernel_name().to_owned();
            self.fragment_inputs.push(FragmentInput { kernel, argument, location, component, interpolation });
        }
        Ok(scalars)
    }

    /// A built-in input of a fragment shader.
    pub fn fragment_builtin(&mut self, builtin: BuiltIn) -> Result<Scalars, Untranslatable> {
        if let Some(name) = plain_builtin(builtin) {
            let (value, _) = self.divergent(name, Type::I32);
            self.optional_arguments.push(value);
            if builtin != BuiltIn::FrontFacing {
                return Ok(smallvec![value]);
            }
            let zero = self.word(0);
            return Ok(smallvec![self.op(Op::Ne, &[value, zero])]);
        }
        match builtin {
            BuiltIn::Position { .. } => {
                let mut position = Scalars::new();
                for role in [ArgumentRole::PixelX, ArgumentRole::PixelY] {
                    let pixel = self.role(role);
                    let corner = self.builder.convert(Op::UToF, pixel, Type::F32);
                    let half = self.builder.constant_f32(0.5);
                    position.push(self.op(Op::FAdd, &[corner, half]));
                }
                for name in ["position.z", "position.w"] {
                    let (value, _) = self.divergent(name, Type::F32);
                    self.optional_arguments.push(value);
                    position.push(value);
                }
                Ok(position)
            }
            BuiltIn::SubgroupSize | BuiltIn::SubgroupInvocationId => self.builtin(builtin),
            builtin => Err(Untranslatable::new(format!(
                "the built-in input {builtin:?}; expected position, front_facing, sample_index, primitive_index, \
                 subgroup_size or subgroup_invocation_id"
            ))),
        }
    }

    /// A fragment shader.
    pub fn fragment(
        &mut self,
        name: &str,
        function: &'m Function,
        info: &'m naga::valid::FunctionInfo,
        surfaces: &OutputSurfaces,
    ) {
        let span = self.source.spans.function(name);
        self.set_span(span);
        let result = self.pixel(function, info, surfaces, span);
        if let Err(refusal) = result {
            self.refuse(span, refusal);
        }
        self.set_span(span);
        self.ret();
    }

    fn pixel(
        &mut self,
        function: &'m Function,
        info: &'m naga::valid::FunctionInfo,
        surfaces: &OutputSurfaces,
        span: naga::Span,
    ) -> Result<(), Untranslatable> {
        let module = self.source.module;
        // The lanes are pixels whether or not the shader asks for their places.
        let place = [(Role::U, self.role(ArgumentRole::PixelX)), (Role::V, self.role(ArgumentRole::PixelY))];
        let outputs = self.outputs(function)?;
        let bodies = module.functions.iter().map(|(_, function)| &function.body).chain([&function.body]);
        if bodies.into_iter().any(discards) {
            let discarded = self.variables.declare(Type::I1);
            let no = self.boolean(false);
            self.write_variable(discarded, no);
            self.discarded = Some(discarded);
        }
        let inputs = self.inputs(function)?;
        let returned = self.call(function, info, inputs, span)?;
        let Some(Operand::Value(scalars)) = returned else { return Ok(()) };
        self.set_span(span);
        self.unless_discarded(|translator| {
            for output in &outputs {
                let Some((surface, ..)) = surfaces.surfaces.get(&output.identity) else { continue };
                let given = scalars.get(output.first..output.first + output.count).unwrap_or_default();
                translator.write_output(*surface, &place, given, output.identity.is_integer());
            }
            Ok(None)
        })?;
        Ok(())
    }

    /// What a fragment shader returns.
    fn outputs(&self, function: &Function) -> Result<Vec<Output>, Untranslatable> {
        let module = self.source.module;
        let mut outputs = Vec::new();
        let mut first = 0;
        for (binding, ty) in results(module, function) {
            let count = self.types.scalars(ValueShape::Named(ty))? as usize;
            match binding {
                Some(Binding::Location { blend_src: Some(_), .. }) => {
                    return Err(Untranslatable::new(
                        "`blend_src`: a kernel does not blend; expected one output a location",
                    ));
                }
                Some(Binding::BuiltIn(BuiltIn::SampleMask)) => {
                    return Err(Untranslatable::new(
                        "`sample_mask`: a kernel writes one sample a pixel; expected outputs with locations, or frag_depth",
                    ));
                }
                binding => {
                    let identity = OutputIdentity::of(module, binding.as_ref(), ty).ok_or_else(|| match binding {
                        Some(Binding::BuiltIn(other)) => Untranslatable::new(format!(
                            "the built-in output {other:?}; expected outputs with locations, or frag_depth"
                        )),
                        _ => Untranslatable::new("an output without a location"),
                    })?;
                    outputs.push(Output { identity, first, count });
                }
            }
            first += count;
        }
        Ok(outputs)
    }

    /// Writes an output of a pixel. Channels that it does not have are 0.
    fn write_output(&mut self, surface: SurfaceId, place: &[(Role, Value)], given: &[Value], is_integer: bool) {
        let mut channels = Scalars::new();
        for value in given {
            let is_half = self.ty(*value) == Type::F16;
            channels.push(if is_half { self.builder.convert(Op::FExtTo, *value, Type::F32) } else { *value });
        }
        let zero = if is_integer { self.word(0) } else { self.builder.constant_f32(0.0) };
        channels.resize(4, zero);
        let texel = self.builder.vector(&channels);
        let store = MemoryOp {
            kind: MemoryKind { space: MemorySpace::Typed, access: MemoryAccess::Store },
            surface: Some(surface.into()),
            address: place.into(),
            values: [texel].into(),
            aligned: Aligned::Dword,
        };
        self.builder.memory(store, None);
    }

    /// From here on the lane writes nothing.
    pub fn discard(&mut self) -> Result<(), Untranslatable> {
        let discarded = self.discarded.ok_or_else(|| Untranslatable::new("`discard` outside of a fragment shader"))?;
        let yes = self.boolean(true);
        self.write_variable(discarded, yes);
        Ok(())
    }

    /// Does what others can see, in lanes that are not discarded. What it returns is zero in the others.
    pub fn unless_discarded(
        &mut self,
        effect: impl FnOnce(&mut Self) -> Result<Option<Value>, Untranslatable>,
    ) -> Result<Option<Value>, Untranslatable> {
        let Some(discarded) = self.discarded else { return effect(self) };
        let discarded = self.read_variable(discarded);
        if self.constant(discarded) == Some(0) {
            return effect(self);
        }
        let is_kept = self.not(discarded);
        let (kept, next) = (self.create_block(), self.create_block());
        let before = self.current;
        self.branch(is_kept, kept, next);
        self.start_label(JumpLabel(Some(kept)));
        let result = effect(self)?;
        let result = result.map(|value| {
            let ty = self.ty(value);
            let variable = self.variables.declare(ty);
            let zero = self.builder.kernel_mut().constant_value(ty, 0);
            if let Some(before) = before {
                self.variables.write(variable, before, zero);
            }
            self.write_variable(variable, value);
            variable
        });
        self.jump(next);
        self.start_label(JumpLabel(Some(next)));
        Ok(result.map(|variable| self.read_variable(variable)))
    }
}
