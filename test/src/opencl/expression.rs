//! Expressions.

use super::program::Generator;
use super::types::{Element, Type};

impl Generator {
    /// A value of that type: a variable, a part or a conversion of one, or a constant.
    pub fn value(&mut self, ty: Type) -> String {
        match self.rng.u32(..10) {
            0..=5 => self.variable(ty).unwrap_or_else(|| self.converted(ty)),
            6..=8 => self.converted(ty),
            _ => self.literal(ty),
        }
    }

    /// A variable that `fits`, more often a late one.
    fn find(&mut self, fits: impl Fn(Type) -> bool) -> Option<(String, Type)> {
        let all: Vec<usize> = (0..self.variables.len()).filter(|index| fits(self.variables[*index].ty)).collect();
        if all.is_empty() {
            return None;
        }
        let index = all[self.rng.usize(..all.len()).max(self.rng.usize(..all.len()))];
        let variable = &mut self.variables[index];
        variable.is_used = true;
        Some((variable.name.clone(), variable.ty))
    }

    fn variable(&mut self, ty: Type) -> Option<String> {
        self.find(|other| other == ty).map(|(name, _)| name)
    }

    /// A value made of one with another type.
    fn converted(&mut self, ty: Type) -> String {
        let is_swizzled = ty.count > 1 && self.one_in(2);
        if is_swizzled && let Some((name, from)) = self.find(|other| other.element == ty.element && other.count > 1) {
            let elements: String = (0..ty.count).map(|_| format!("{:x}", self.rng.u32(..from.count))).collect();
            return format!("{name}.s{elements}");
        }
        if ty.count == 1
            && self.one_in(2)
            && let Some((name, from)) = self.find(|other| other.count > 1)
        {
            let element = self.rng.u32(..from.count);
            return self.conversion(&format!("{name}.s{element:x}"), from.with_count(1), ty);
        }
        if let Some((name, from)) = self.find(|other| other.count == ty.count && other != ty) {
            return self.conversion(&name, from, ty);
        }
        // The ids are always there.
        match self.find(|other| other.count == 1) {
            Some((name, from)) => {
                let element = self.conversion(&name, from, ty.with_count(1));
                if ty.count == 1 { element } else { format!("({ty})({element})") }
            }
            None => self.literal(ty),
        }
    }

    /// `value` as one of type `to`, which has as many elements.
    fn conversion(&mut self, value: &str, from: Type, to: Type) -> String {
        if from == to {
            return value.to_owned();
        }
        if from.bytes() == to.bytes() && self.one_in(3) {
            return format!("as_{to}({value})");
        }
        // texvisa has no conversions between floats and numbers of 64 bits.
        let word = Element::Int;
        if from.element.is_float() && to.element.bytes() == 8 || to.element.is_float() && from.element.bytes() == 8 {
            let between = self.conversion(value, from, from.with(word));
            return self.conversion(&between, from.with(word), to);
        }
        let (rounding, is_saturated) = (self.pick(&["", "", "", "_rte", "_rtz", "_rtp", "_rtn"]), self.one_in(3));
        match (from.element.is_float(), to.element.is_float()) {
            // What is out of range, and what is no number, is undefined without saturation.
            (true, false) => format!("convert_{to}_sat{rounding}({value})"),
            (false, false) => format!("convert_{to}{}({value})", if is_saturated { "_sat" } else { "" }),
            // The importer refuses conversions to floats that round in another way.
            _ => format!("convert_{to}({value})"),
        }
    }

    /// A constant, often one at an edge.
    pub fn literal(&mut self, ty: Type) -> String {
        if ty.count > 1 {
            let count = if self.one_in(2) { 1 } else { ty.count };
            let elements: Vec<String> = (0..count).map(|_| self.literal(ty.with_count(1))).collect();
            return format!("({ty})({})", elements.join(", "));
        }
        let element = ty.element;
        match element {
            Element::Float => {
                self.pick(&["0.0f", "1.0f", "-1.0f", "0.5f", "2.5f", "-0.0f", "1000.0f", "0.125f"]).to_owned()
            }
            Element::Half => {
                format!("(half){}", self.pick(&["0.0f", "1.0f", "-1.0f", "0.5f", "2.5f", "-0.0f", "100.0f"]))
            }
            _ => {
                let bits = 8 * element.bytes();
                let all = u64::MAX >> (64 - bits);
                let edges = [0, 1, all, 1 << (bits - 1), all >> 1];
                let number = match self.rng.u32(..4) {
                    0 => self.pick(&edges),
                    1 => self.rng.u64(..) & all,
                    _ => self.rng.u64(..32),
                };
                let suffix = if element.bytes() == 8 { "ul" } else { "u" };
                format!("({element}){number:#x}{suffix}")
            }
        }
    }

    /// A condition of one work item.
    pub fn condition(&mut self) -> String {
        let ty = self.ty();
        let ty = if self.one_in(3) { ty } else { ty.with_count(1) };
        let comparison = self.comparison(ty);
        match ty.count {
            1 => comparison,
            _ => format!("{}({comparison})", self.pick(&["any", "all"])),
        }
    }

    /// A comparison of two values of a type.
    fn comparison(&mut self, ty: Type) -> String {
        let (a, b) = (self.value(ty), self.value(ty));
        if ty.element.is_float() && self.one_in(3) {
            let function = self.pick(&["isequal", "isnotequal", "isgreater", "isless", "islessequal", "isunordered"]);
            return format!("{function}({a}, {b})");
        }
        if !ty.element.is_float() && self.one_in(3) {
            let one = self.literal(ty);
            return if ty.count == 1 { format!("(({a}) & {one}) != 0") } else { format!("(({a}) & {one}) != ({ty})0") };
        }
        format!("({a}) {} ({b})", self.pick(&["<", "<=", ">", ">=", "==", "!="]))
    }

    /// An operation whose result has that type.
    pub fn expression(&mut self, ty: Type) -> String {
        match self.rng.u32(..8) {
            0 => self.choice(ty),
            1 => self.converted(ty),
            _ if ty.element.is_float() => self.float(ty),
            _ => self.integer(ty),
        }
    }

    /// One of two values.
    fn choice(&mut self, ty: Type) -> String {
        let (a, b) = (self.value(ty), self.value(ty));
        if ty.count == 1 {
            return format!("({}) ? ({a}) : ({b})", self.condition());
        }
        if self.one_in(2) {
            let mask = self.value(ty.with(ty.element.unsigned()));
            return format!("select({a}, {b}, {mask})");
        }
        // A comparison of vectors has signed elements of the same size.
        let mask = self.comparison(ty);
        format!("select({a}, {b}, {mask})")
    }

    fn float(&mut self, ty: Type) -> String {
        let (a, b) = (self.value(ty), self.value(ty));
        match self.rng.u32(..20) {
            0..=8 => format!("({a}) {} ({b})", self.pick(&["+", "-", "*"])),
            9..=11 => {
                let c = self.value(ty);
                format!("{}({a}, {b}, {c})", self.pick(&["mad", "fma", "mix", "bitselect"]))
            }
            12 | 13 => format!("{}({a}, {b})", self.pick(&["fmin", "fmax", "copysign", "step", "fdim"])),
            14 => {
                let bounds =
                    if ty.element == Element::Half { ["(half)-8.0f", "(half)8.0f"] } else { ["-8.0f", "8.0f"] };
                format!("clamp({a}, ({ty})({}), ({ty})({}))", bounds[0], bounds[1])
            }
            15 => format!("({a}) / ({b})"),
            // Code emission may make one inexact operation of an inverse and a square root.
            16 if ty.element == Element::Float => {
                format!("{}({a})", self.pick(&["native_exp2", "native_log2", "native_recip"]))
            }
            // Of a half float the sign of a zero is lost or not, as for a subtraction from zero (docs/found.md).
            17 if ty.element == Element::Float => format!("fabs({a})"),
            _ => format!("{}({a})", self.pick(&["floor", "ceil", "trunc", "rint", "sign", "-"])),
        }
    }

    fn integer(&mut self, ty: Type) -> String {
        let (a, b) = (self.value(ty), self.value(ty));
        let element = ty.element;
        let unsigned = ty.with(element.unsigned());
        let bits = 8 * ty.element.bytes();
        match self.rng.u32(..24) {
            0..=6 => {
                let operator = self.pick(&["+", "-", "*"]);
                if ty.count == 1 {
                    let wide = if bits == 64 { "ulong" } else { "uint" };
                    format!("({ty})(({wide})({a}) {operator} ({wide})({b}))")
                } else {
                    format!("as_{ty}(as_{unsigned}({a}) {operator} as_{unsigned}({b}))")
                }
            }
            7..=9 => cast(ty, &format!("({a}) {} ({b})", self.pick(&["&", "|", "^"]))),
            10..=12 => {
                let operator = self.pick(&["<<", ">>"]);
                let by = format!("(({b}) & ({ty})({}))", bits - 1);
                cast(ty, &format!("({a}) {operator} {by}"))
            }
            13 if bits < 64 => {
                let operator = self.pick(&["/", "%"]);
                let quotient = format!("(as_{unsigned}({a})) {operator} (as_{unsigned}({b}) | ({unsigned})(1))");
                let quotient = cast(unsigned, &quotient);
                format!("as_{ty}({quotient})")
            }
            14 => format!("~({a})"),
            15 => {
                let function = self.pick(&["abs", "popcount", "clz"]);
                if function == "abs" { format!("convert_{ty}_sat(abs({a}))") } else { format!("{function}({a})") }
            }
            16 => format!("convert_{ty}_sat(abs_diff({a}, {b}))"),
            17 => {
                let c = self.value(ty);
                format!("bitselect({a}, {b}, {c})")
            }
            18 => {
                let (low, high) = (self.rng.u32(..20), self.rng.u32(20..100));
                format!("clamp({a}, ({ty})({low}), ({ty})({high}))")
            }
            19 => {
                let c = self.value(ty);
                let function = if bits == 32 && self.one_in(2) { "mad_sat" } else { "mad_hi" };
                // The sum of `mad_hi` may overflow, which is undefined for signed numbers.
                let ty = if function == "mad_hi" { unsigned } else { ty };
                format!(
                    "as_{}({function}(as_{ty}({a}), as_{ty}({b}), as_{ty}({c})))",
                    ty.with(if unsigned == ty { element } else { ty.element })
                )
            }
            _ => {
                let function = self.pick(&["min", "max", "add_sat", "sub_sat", "hadd", "rhadd", "mul_hi", "rotate"]);
                format!("{function}({a}, {b})")
            }
        }
    }
}

/// An expression whose scalars may have become wider.
fn cast(ty: Type, expression: &str) -> String {
    if ty.count == 1 { format!("({ty})({expression})") } else { format!("({expression})") }
}
