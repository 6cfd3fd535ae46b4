//! What needs no device.

use texvisa_opencl::{Absent, Device};

#[test]
fn a_platform_that_is_not_there_is_said_to_be_absent_among_those_that_are() {
    let absent = Device::find("no platform of anybody").err();
    let is_named = match &absent {
        Some(Absent::Platform { wanted, known }) => wanted == "no platform of anybody" && !known.is_empty(),
        Some(Absent::OpenCl(_)) => true,
        _ => false,
    };
    assert!(is_named, "{absent:?}");
}
