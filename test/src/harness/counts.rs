//! What tests count.

use std::collections::BTreeMap;

/// Counts by their names in `test/floors.txt`.
pub(super) type Counts = BTreeMap<String, u64>;
