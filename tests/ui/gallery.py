"""Draws every widget, light and dark, at 100 and 200 percent, into a folder of pictures.

Run from the checkout: ``QT_SCALE_FACTOR=2 python tests/ui/gallery.py OUTPUT_FOLDER``. Look at the
pictures beside the design; no test can tell whether something is beautiful.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtWidgets import QApplication

from tests.ui.gallery_charts import charts
from tests.ui.gallery_controls import controls, empty
from tests.ui.gallery_text import exact, palette
from ui.theme import Mode, theme

PAGES = {"controls": controls, "empty": empty, "charts": charts, "exact": exact, "palette": palette}
WIDE = {"charts", "palette"}


def main(folder: Path) -> None:
    """Draw all pages into ``folder``."""
    application = QApplication([])
    folder.mkdir(parents=True, exist_ok=True)
    ratio = round(application.devicePixelRatio() * 100)
    for mode in (Mode.LIGHT, Mode.DARK):
        theme().install(mode)
        for name, build in PAGES.items():
            page = build()
            page.resize(1280 if name in WIDE else 940, 640)
            page.show()
            application.processEvents()
            page.grab().save(str(folder / f"{name}-{mode}-{ratio}.png"))
            page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
