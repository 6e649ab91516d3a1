//! On some systems an extension module needs a word to the linker.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
