//! Where a file has operators, arms, functions and constants.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::Visit;

/// An arm of a `match`.
pub struct Arm {
    /// Its pattern.
    pub pattern: Range<usize>,
    /// The condition of its guard.
    pub guard: Option<Range<usize>>,
    /// Whether the guard binds by `let`, and so cannot stand in parentheses.
    pub has_let: bool,
}

/// The spans of a file, in bytes.
#[derive(Default)]
pub struct Spans {
    /// The expression that has a switch for the operator that begins here: a chain of binary operators, or a unary
    /// operator with its operand.
    pub operators: HashMap<usize, Range<usize>>,
    /// The arms, by where they begin.
    pub arms: HashMap<usize, Arm>,
    /// The guards that bind by `let`, by where they begin.
    pub let_guards: HashSet<usize>,
    /// The struct expression of the field that begins here.
    pub fields: HashMap<usize, Range<usize>>,
    constants: Vec<Range<usize>>,
    const_fns: Vec<Range<usize>>,
    /// The chain of binary operators that the expression visited next continues.
    chain: Option<Range<usize>>,
}

impl Spans {
    /// Finds them.
    pub fn of(file: &syn::File) -> Spans {
        let mut spans = Spans::default();
        spans.visit_file(file);
        spans
    }

    /// Whether only the compiler evaluates what is here.
    pub fn is_constant(&self, at: usize) -> bool {
        self.constants.iter().any(|range| range.contains(&at))
    }

    /// Whether this is in a `const fn`.
    pub fn is_in_const_fn(&self, at: usize) -> bool {
        self.const_fns.iter().any(|range| range.contains(&at))
    }
}

fn bytes(node: &impl Spanned) -> Range<usize> {
    node.span().byte_range()
}

/// Whether a chain of binary operators binds by `let`.
fn has_let(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Spans {
    fn visit_expr(&mut self, expression: &'ast syn::Expr) {
        let chain = self.chain.take();
        let syn::Expr::Binary(binary) = expression else {
            return syn::visit::visit_expr(self, expression);
        };
        // What binds by `let` stands in no parentheses, and so in no switch. The compiler takes no other operator there.
        let inner = (!has_let(expression)).then(|| chain.unwrap_or_else(|| bytes(expression)));
        if let Some(chain) = &inner {
            self.operators.insert(bytes(&binary.op).start, chain.clone());
        }
        self.chain.clone_from(&inner);
        self.visit_expr(&binary.left);
        self.chain = inner;
        self.visit_expr(&binary.right);
        self.chain = None;
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        self.operators.insert(bytes(&unary.op).start, bytes(unary));
        syn::visit::visit_expr_unary(self, unary);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let place = match &arm.pat {
            syn::Pat::Guard(guarded) => Arm {
                pattern: bytes(&guarded.pat),
                guard: Some(bytes(&guarded.guard)),
                has_let: has_let(&guarded.guard),
            },
            pattern => Arm { pattern: bytes(pattern), guard: None, has_let: false },
        };
        self.let_guards.extend(place.guard.iter().filter(|_| place.has_let).map(|guard| guard.start));
        self.arms.insert(bytes(arm).start, place);
        syn::visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, expression: &'ast syn::ExprStruct) {
        for field in &expression.fields {
            self.fields.insert(bytes(field).start, bytes(expression));
        }
        syn::visit::visit_expr_struct(self, expression);
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if function.sig.constness.is_some() {
            self.const_fns.push(bytes(function));
        }
        syn::visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if function.sig.constness.is_some() {
            self.const_fns.push(bytes(function));
        }
        syn::visit::visit_impl_item_fn(self, function);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.constants.push(bytes(item));
        syn::visit::visit_item_const(self, item);
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.constants.push(bytes(item));
        syn::visit::visit_impl_item_const(self, item);
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.constants.push(bytes(item));
        syn::visit::visit_trait_item_const(self, item);
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.constants.push(bytes(item));
        syn::visit::visit_item_static(self, item);
    }

    fn visit_expr_const(&mut self, block: &'ast syn::ExprConst) {
        self.constants.push(bytes(block));
        syn::visit::visit_expr_const(self, block);
    }

    fn visit_type_array(&mut self, array: &'ast syn::TypeArray) {
        self.constants.push(bytes(&array.len));
        syn::visit::visit_type_array(self, array);
    }
}
