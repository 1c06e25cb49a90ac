"""The documentation builds without a warning, and no link leads nowhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def build(site: Path, config: Path = ROOT / "mkdocs.yml") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build"]
    command += ["--config-file", str(config), "--site-dir", str(site)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_the_pages_build_without_a_warning(tmp_path: Path) -> None:
    done = build(tmp_path / "site")
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    reference = (tmp_path / "site" / "api" / "bots.html").read_text("utf-8")
    assert "What a bot looks at besides its options" in reference  # from a docstring
    for page in (tmp_path / "site").rglob("*.html"):
        assert not re.search(r'<(script|link)[^>]+(src|href)="https?:', page.read_text("utf-8"))


def test_a_link_that_leads_nowhere_stops_the_build(tmp_path: Path) -> None:
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("[gone](gone.md) [here](#nowhere)")
    head, _, _ = config.partition("nav:\n  - ")
    (tmp_path / "mkdocs.yml").write_text(head)
    done = build(tmp_path / "site", tmp_path / "mkdocs.yml")
    assert done.returncode != 0
    assert "gone.md" in done.stderr and "nowhere" in done.stderr


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_the_pages_outside_link_to_files_that_exist(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)#\s]+)", text) if "://" not in link]
    links += re.findall(r'<img src="([^"]+)"', text)
    missing = [link for link in links if not (ROOT / link).exists()]
    assert missing == []
