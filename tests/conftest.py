"""What every test may use: the shared corpora and fixtures, found beside the project or through the environment."""

import os
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"  # no test opens the keychain of whoever runs it

PROJECT_ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with material made by others; tests that need it are skipped where it is absent."""
    folder = Path(os.environ.get("GRAPHRAG_SHARED", PROJECT_ROOT.parent / "shared"))
    if not (folder / "corpora").is_dir():
        pytest.skip(f"no shared material at {folder} (set GRAPHRAG_SHARED)")
    return folder
