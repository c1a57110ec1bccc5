//! The long form of `--version`: the commit, the features and the instruction set.

use fearless_simd::Level;
use std::sync::LazyLock;

/// Returns what `--version` prints after the name.
pub(super) fn long() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let version = env!("CARGO_PKG_VERSION");
        let commit = option_env!("WAKARI_COMMIT").unwrap_or("unknown");
        // The program itself needs all features.
        let features = "engine, json, cli";
        let instructions = instructions();
        format!(
            "{version}\ncommit: {commit}\nfeatures: {features}\ninstruction set: {instructions}"
        )
    });
    &TEXT
}

/// Returns the instruction set that the networks use on this processor.
fn instructions() -> String {
    let level = format!("{:?}", Level::new());
    let name = level.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    match name.into_iter().next().unwrap_or_default() {
        "Avx512" => "AVX-512",
        "Avx2" => "AVX2",
        "Sse4_2" => "SSE4.2",
        "Sse2" => "SSE2",
        "Neon" => "NEON",
        "WasmSimd128" => "WebAssembly SIMD",
        _ => "no vectors",
    }
    .to_owned()
}
