"""Static files: colours that come from the palettes, and addresses that change with the files."""

from parure.render.palette import DAY, NIGHT
from parure.server.web.static_files import palette_css, static, static_files


def test_the_stylesheet_of_colours_is_made_from_the_palettes() -> None:
    css = palette_css()
    assert css.count(f"--parure-bench:{DAY.bench};") == 2
    assert css.count(f"--parure-bench:{NIGHT.bench};") == 2
    used = {
        name
        for sheet in static_files()
        if sheet.suffix == ".css"
        for name in _variables(sheet.read_text(encoding="utf-8"))
    }
    assert used
    assert {name for name in used if f"{name}:" not in css} == set()


def _variables(css: str) -> set[str]:
    return {
        part.split(")")[0].split(",")[0]
        for part in css.split("var(")
        if part.startswith("--parure-")
    }


def test_static_addresses_change_with_the_files() -> None:
    assert static("web/static/base.css").startswith("/static/")
    assert (
        static("web/static/base.css").split("/")[2] == static("lobby/static/lobby.js").split("/")[2]
    )
