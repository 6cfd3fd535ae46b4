//! Memory slots for the values of a hardware thread.
//!
//! The slot of a value that only its own block uses is reused after its last use. This is safe because the lanes that
//! use it are those that defined it, and nothing reads its other lanes. So the memory of a thread depends on the values
//! that are live at once, not on the length of the kernel.

use texvisa_ir::texture::{Block, Kernel, Type, Value, ValueDef};

/// The slots of a kernel's values. A slot holds one element in all lanes.
#[derive(Debug)]
pub(super) struct ValueSlots {
    /// By value: the slot of its first element.
    first: Vec<u32>,
    count: usize,
}

/// The uses of a value.
#[derive(Clone, Copy)]
struct Uses {
    /// The block that defines it, if all uses are in that block and after the definition.
    only_in: Option<Block>,
    /// The number of the last instruction that uses it; 0 if none does.
    last: u32,
}

/// Marks a value whose slot is free again: later than any use.
const RELEASED: u32 = u32::MAX;

impl ValueSlots {
    /// Assigns slots to the values of a valid `kernel`.
    pub fn new(kernel: &Kernel) -> ValueSlots {
        let mut uses = uses(kernel);
        let mut slots = ValueSlots { first: vec![0; kernel.values.len()], count: 0 };
        for (value, data) in &kernel.values {
            if uses[index(value)].only_in.is_none() && data.def != ValueDef::Undefined {
                slots.first[index(value)] = slots.more(data.ty.lanes);
            }
        }
        // Free slots, by the number of consecutive ones.
        let mut free: Vec<Vec<u32>> = Vec::new();
        free.resize_with(usize::from(Type::MAX_LANES) + 1, Vec::new);
        let insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
        for (number, inst) in (1..).zip(insts) {
            for result in kernel.results(*inst).filter(|result| uses[index(*result)].only_in.is_some()) {
                let lanes = kernel.ty(result).lanes;
                let place = free[usize::from(lanes)].pop().unwrap_or_else(|| slots.more(lanes));
                slots.first[index(result)] = place;
            }
            // Released last, because an instruction may write an element of its result before it reads another operand.
            let mut release = |value: Value| {
                let Uses { only_in, last } = &mut uses[index(value)];
                if only_in.is_some() && *last <= number {
                    *last = RELEASED;
                    free[usize::from(kernel.ty(value).lanes)].push(slots.first[index(value)]);
                }
            };
            kernel.for_each_use(*inst, &mut release);
            kernel.results(*inst).for_each(release);
        }
        slots
    }

    /// The slot of the first element of `value`; the others follow.
    pub fn of(&self, value: Value) -> usize {
        self.first[index(value)] as usize
    }

    /// The number of slots.
    pub fn count(&self) -> usize {
        self.count
    }

    fn more(&mut self, lanes: u8) -> u32 {
        let place = self.count as u32;
        self.count += usize::from(lanes);
        place
    }
}

fn index(value: Value) -> usize {
    value.as_u32() as usize
}

/// The uses of each value, with instructions numbered from 1 in the order of the text.
fn uses(kernel: &Kernel) -> Vec<Uses> {
    let mut uses = vec![Uses { only_in: None, last: 0 }; kernel.values.len()];
    let insts =
        kernel.layout.iter().flat_map(|block| kernel.blocks[*block].insts.iter().map(move |inst| (block, inst)));
    for (number, (block, inst)) in (1..).zip(insts) {
        kernel.for_each_use(*inst, |value| {
            let known = &mut uses[index(value)];
            known.last = number;
            known.only_in = known.only_in.filter(|only| only == block);
        });
        // An unreachable block may use a value before its definition.
        for result in kernel.results(*inst) {
            let known = &mut uses[index(result)];
            known.only_in = (known.last == 0).then_some(*block);
        }
    }
    uses
}

#[cfg(test)]
mod tests {
    use texvisa_ir::texture::{Module, parse};

    use super::*;

    fn kernel(body: &str) -> Module {
        let text = format!("kernel @k(%a: i32, %b: i32) {{\n^entry:\n{body}}}\n");
        parse(&text).unwrap_or_else(|errors| panic!("{errors:?}"))
    }

    /// The named values in text order, and the slot of each.
    fn places(body: &str) -> Vec<(String, usize)> {
        let module = kernel(body);
        let kernel = module.kernels.values().next().expect("a kernel");
        let slots = ValueSlots::new(kernel);
        let named =
            kernel.values.keys().filter_map(|value| Some((kernel.value_name(value)?.to_owned(), slots.of(value))));
        named.collect()
    }

    #[test]
    fn a_slot_is_free_again_after_the_last_use() {
        let places = places(
            "  %c = add i32 %a, %b
  %d = add i32 %c, %c
  %e = add i32 %d, %a
  %unused = add i32 %d, %e
  %f = add i32 %e, %b
  return
",
        );
        let expected = [("a", 0), ("b", 1), ("c", 2), ("d", 3), ("e", 2), ("unused", 4), ("f", 4)];
        let expected: Vec<_> = expected.map(|(name, place)| (name.to_owned(), place)).into();
        assert_eq!(places, expected);
    }

    #[test]
    fn what_other_blocks_use_keeps_its_slot() {
        let places = places(
            "  %c = add i32 %a, %b
  %d = add i32 %c, %a
  jump ^next
^next:
  %e = add i32 %d, %a
  %f = add i32 %e, %c
  return
",
        );
        let expected = [("a", 0), ("b", 1), ("c", 2), ("d", 3), ("e", 4), ("f", 5)];
        let expected: Vec<_> = expected.map(|(name, place)| (name.to_owned(), place)).into();
        assert_eq!(places, expected);
    }

    /// Checks in each block that every use finds its value in its slot.
    fn hold_their_values(body: &str) {
        let module = kernel(body);
        let kernel = module.kernels.values().next().expect("a kernel");
        let slots = ValueSlots::new(kernel);
        let places = |value: Value| slots.of(value)..slots.of(value) + usize::from(kernel.ty(value).lanes);
        for block in &kernel.layout {
            let mut owners: Vec<Option<Value>> = vec![None; slots.count()];
            for inst in &kernel.blocks[*block].insts {
                kernel.for_each_use(*inst, |value| {
                    let owners = &owners[places(value)];
                    assert!(owners.iter().all(|owner| owner.is_none_or(|owner| owner == value)), "{value}");
                });
                let results: Vec<Value> = kernel.results(*inst).collect();
                for result in &results {
                    owners[places(*result)].fill(Some(*result));
                }
                for result in &results {
                    assert!(owners[places(*result)].iter().all(|owner| *owner == Some(*result)), "{result}");
                }
            }
        }
        // Arguments keep their slots in all blocks.
        for value in kernel.values.keys().filter(|value| matches!(kernel.values[*value].def, ValueDef::Argument(_))) {
            let others = kernel.values.keys().filter(|other| *other != value);
            let results = others.filter(|other| matches!(kernel.values[*other].def, ValueDef::Result(..)));
            let shared = |other: &Value| places(*other).any(|place| places(value).contains(&place));
            assert_eq!(results.filter(shared).count(), 0, "{value}");
        }
    }

    #[test]
    fn vectors_second_results_and_arguments_of_blocks_have_slots_of_their_own() {
        hold_their_values(
            "  %sum, %carry = addc i32 %a, %b
  %v = vec i32 [%sum, %carry, %a, %sum]
  %first = extract i32x4 %v, 0
  %w = vec i32 [%first, %first]
  %low, %unused = addc i32 %first, %b
  %x = vec i32 [%low, %first, %low, %b]
  %y = extract i32x2 %w, 1
  %z = extract i32x4 %x, 3
  %less = icmp.slt i32 %y, %z
  branch %less, ^next(%y), ^next(%z)
^next(%p: i32):
  %q = add i32 %p, %a
  %r = add i32 %q, %q
  %again = icmp.slt i32 %r, %b
  branch %again, ^next(%r), ^end
^end:
  return
",
        );
    }

    /// Dominance says nothing of unreachable blocks.
    #[test]
    fn what_is_used_before_it_is_computed_shares_no_slot() {
        hold_their_values(
            "  jump ^live
^dead:
  %c = add i32 %d, %b
  %d = add i32 %b, %b
  return
^live:
  %y = add i32 %b, %b
  %z = add i32 %y, %a
  return
",
        );
    }

    /// A long kernel needs no more slots than a short one.
    #[test]
    fn there_are_as_many_slots_as_are_in_use_at_one_time() {
        let chain = |length: usize| -> String {
            (0..length)
                .map(|number| {
                    format!(
                        "  %v{} = add i32 {}, %a\n",
                        number + 1,
                        match number {
                            0 => "%b".to_owned(),
                            number => format!("%v{number}"),
                        }
                    )
                })
                .collect::<String>()
                + "  return\n"
        };
        let count = |length| ValueSlots::new(kernel(&chain(length)).kernels.values().next().expect("a kernel")).count();
        assert_eq!([count(3), count(1000)], [4, 4]);
    }
}
