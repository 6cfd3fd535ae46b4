//! Variables that every kernel has without declaring them.

use super::types::DataType;

macro_rules! predefined {
    ($($(#[$doc:meta])* $id:ident $number:literal $name:literal $ty:ident $elements:literal;)*) => {
        /// A variable that every kernel has without declaring it. After Intel's compiler, release 1.0.12504.6: the
        /// comments at the start of its vISA text, and its types.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Predefined { $($(#[$doc])* $id = $number,)* }

        impl Predefined {
            const TABLE: &[(Predefined, &'static str, DataType, u16)] =
                &[$((Predefined::$id, $name, DataType::$ty, $elements),)*];
        }
    };
}

#[rustfmt::skip]
predefined! {
    /// Nothing: reads undefined, forgets what is written.
    Null 0 "%null" Ud 1;
    /// The thread's x.
    ThreadX 1 "%thread_x" Uw 1;
    /// The thread's y.
    ThreadY 2 "%thread_y" Uw 1;
    /// The group's x.
    GroupIdX 3 "%group_id_x" Ud 1;
    /// The group's y.
    GroupIdY 4 "%group_id_y" Ud 1;
    /// The group's z.
    GroupIdZ 5 "%group_id_z" Ud 1;
    /// The time stamp.
    Tsc 6 "%tsc" Ud 5;
    /// Register r0.
    R0 7 "%r0" Ud 8;
    /// Arguments of a called function.
    Arg 8 "%arg" Ud 256;
    /// What a called function returns.
    Retval 9 "%retval" Ud 96;
    /// The stack pointer.
    Sp 10 "%sp" Uq 1;
    /// The frame pointer.
    Fp 11 "%fp" Uq 1;
    /// The hardware thread's number.
    HwId 12 "%hw_id" Ud 1;
    /// The state register.
    Sr0 13 "%sr0" Ud 4;
    /// The control register.
    Cr0 14 "%cr0" Ud 1;
    /// The channel enable register.
    Ce0 15 "%ce0" Ud 1;
    /// The debug register.
    Dbg0 16 "%dbg0" Ud 2;
    /// The thread's colour.
    Color 17 "%color" Uw 1;
    /// Where the implicit arguments are.
    ImplicitArguments 18 "%impl_arg_buf_ptr" Uq 1;
    /// Where the local ids are.
    LocalIds 19 "%local_id_buf_ptr" Uq 1;
    /// The message register.
    Msg0 20 "%msg0" Ud 3;
}

impl Predefined {
    /// Every one, in the order of their numbers, which are consecutive.
    pub fn all() -> impl Iterator<Item = Predefined> {
        Predefined::TABLE.iter().map(|row| row.0)
    }

    /// Its number among variables.
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// The name in vISA text.
    pub const fn name(self) -> &'static str {
        Predefined::TABLE[self as usize].1
    }

    /// The type of its elements.
    pub const fn ty(self) -> DataType {
        Predefined::TABLE[self as usize].2
    }

    /// How many it has.
    pub const fn elements(self) -> u16 {
        Predefined::TABLE[self as usize].3
    }

    /// The variable of that name.
    pub fn from_name(name: &str) -> Option<Predefined> {
        Predefined::TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// The variable of that number.
    pub fn from_number(number: u32) -> Option<Predefined> {
        Predefined::TABLE.get(number as usize).map(|row| row.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stands_at_its_index() {
        for (index, predefined) in Predefined::all().enumerate() {
            assert_eq!(predefined.number() as usize, index);
            assert_eq!(Predefined::from_name(predefined.name()), Some(predefined));
        }
    }
}
