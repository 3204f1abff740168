"""Makes the pictures of the user guide from the sample case: `make pictures`.

Each is what `graphrag-desktop screenshot` draws, brought down to 256 colours so that the guide stays small.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage, qRgb
from scipy.cluster.vq import kmeans2
from scipy.spatial import cKDTree

from graphrag_desktop.assets import SAMPLE_QUESTION, resource

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "guide" / "pictures"
SIZE = "1280x800"
QUESTION = ("--question", SAMPLE_QUESTION)
SHOWN: dict[str, tuple[str, ...]] = {
    "welcome": ("--page", "welcome"),
    "documents": ("--workspace", "index", "--panel", "documents"),
    "explore": ("--workspace", "explore", "--community", "6"),
    "explore-dark": ("--workspace", "explore", "--theme", "dark", "--level", "1"),
    "palette": ("--page", "palette", "--typed", "Tolland"),
    "ask": ("--workspace", "ask", *QUESTION),
    "source": ("--workspace", "ask", "--panel", "source", *QUESTION),
}


def main() -> None:
    """Index the sample as an analyst would have it, and picture the window on it."""
    place = Path(tempfile.gettempdir()) / "analyst"
    shutil.rmtree(place, ignore_errors=True)
    folder, project = place / "Cases" / "Harbour", place / "Documents" / "GraphRAG Desktop" / "Harbour.graphrag"
    shutil.copytree(resource("sample"), folder)
    PICTURES.mkdir(exist_ok=True)
    try:
        _picture(place, folder, "plan", ())
        _run(place, "index", str(folder), "-p", str(project))
        for name, words in SHOWN.items():
            _picture(place, project, name, words)
    finally:
        shutil.rmtree(place)


def _picture(home: Path, path: Path, name: str, words: tuple[str, ...]) -> None:
    out = PICTURES / f"{name}.png"
    _run(home, "screenshot", str(path), "-o", str(out), "--size", SIZE, *words)
    in_few_colours(QImage(str(out))).save(str(out), "PNG", 0)


def _run(home: Path, *words: str) -> None:
    surroundings = os.environ | {"HOME": str(home), "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    subprocess.run([sys.executable, "-m", "graphrag_desktop", *words], cwd=ROOT, env=surroundings, check=True)  # noqa: S603 - our own words


def in_few_colours(image: QImage) -> QImage:
    """The image in the 256 colours that come nearest to its own; the most frequent ones stay as they are."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    width, height = plain.width(), plain.height()
    pixels = np.frombuffer(plain.constBits(), np.uint8).reshape(height, plain.bytesPerLine() // 4, 4)[:, :width, 2::-1]
    colours, of_pixel, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True)
    frequent = colours[np.argsort(counts)[-64:]].astype(float)
    sample = np.repeat(colours, np.ceil(np.sqrt(counts)).astype(int), axis=0).astype(float)
    others, _ = kmeans2(sample, 192, minit="++", rng=np.random.default_rng(0), iter=12)
    palette = np.rint(np.vstack([frequent, others])).astype(int)
    nearest = cKDTree(palette).query(colours)[1][of_pixel.ravel()].astype(np.uint8).reshape(height, width)
    padded = np.zeros((height, -(-width // 4) * 4), np.uint8)
    padded[:, :width] = nearest
    found = QImage(padded.tobytes(), width, height, padded.shape[1], QImage.Format.Format_Indexed8)
    found.setColorTable([qRgb(*each) for each in palette.tolist()])
    return found.copy()


if __name__ == "__main__":
    main()
