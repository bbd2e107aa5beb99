"""Builds with maturin where there is Rust, and says what to do where there is none."""

import shutil
import sys

if shutil.which("cargo") is None:
    sys.exit("schedscope is compiled here, which needs Rust 1.95 or newer: install it as https://rustup.rs says, and run pip again.")

from maturin import (  # noqa: E402, F401
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
