#![no_main]

#[allow(dead_code)]
#[path = "../../gtp-tests/fuzz/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let _valid = targets::analysis(input);
});
