//! Standard input and output; nothing else.

fn main() {}
