"""Makes the sample's PDF and Office documents anew from their plain sources: `python packaging/make_sample.py [FOLDER]`.

The sample's other documents are their own sources and lie in `resources/sample` as they are.
"""

import os
import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_RESOURCES = _HERE.parent / "resources"


def make_sample(sources: Path, folder: Path) -> list[Path]:
    """Write each source `NAME.FORMAT.md` as `NAME.FORMAT` into a folder, and return what was written."""
    from PySide6.QtGui import QGuiApplication
    from sample_docx import write_docx
    from sample_pdf import load_fonts, write_pdf
    from sample_pptx import write_pptx
    from sample_sources import read_source
    from sample_xlsx import write_xlsx

    application = QGuiApplication.instance() or QGuiApplication([])
    load_fonts(_RESOURCES / "fonts")
    writers = {".pdf": write_pdf, ".docx": write_docx, ".xlsx": write_xlsx, ".pptx": write_pptx}
    written = []
    for each in sorted(sources.glob("*.*.md")):
        path = folder / each.stem
        writers[path.suffix](read_source(each), path)
        written.append(path)
    del application
    return written


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("QT_HASH_SEED", "0")  # the order of objects in a PDF follows it
    made = make_sample(_HERE / "sample", Path(sys.argv[1]) if len(sys.argv) > 1 else _RESOURCES / "sample")
    sys.stdout.write("".join(f"{path}\n" for path in made))
