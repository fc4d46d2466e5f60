"""What is installed: every package and data file of the tree is named in pyproject.toml, and nothing else."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Any

import goti

ROOT = Path(__file__).resolve().parent.parent
PROJECT: Mapping[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES: list[str] = PROJECT["tool"]["setuptools"]["packages"]
DATA: Mapping[str, list[str]] = PROJECT["tool"]["setuptools"]["package-data"]
LOADED_BY = {"pytest_plugin.py": {"pytest"}}
"""Modules that only another program loads, which is there then: no module of ours imports them."""
NOT_INSTALLED = ("tests", "docs", "build", "dist", "demo-figures")


def _installed(path: Path) -> bool:
    first = path.relative_to(ROOT).parts[0]
    return not first.startswith(".") and first not in NOT_INSTALLED and "__pycache__" not in path.parts


def _folder(package: str) -> Path:
    return ROOT.joinpath(*package.split(".")[1:])


def _data_files() -> list[Path]:
    """Every file of the package folders that is no Python module."""
    folders = [_folder(package) for package in PACKAGES if package != "goti"]
    found = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return sorted({path for path in found if path.suffix not in (".py", ".pyc") and _installed(path)})


def _matches(package: str, path: Path) -> bool:
    """Whether a pattern of the package takes the file; `**` takes any number of folders."""
    folder = _folder(package)
    if not path.is_relative_to(folder):
        return False
    inside = PurePosixPath(path.relative_to(folder).as_posix())
    for pattern in DATA.get(package, []):
        names = pattern.removeprefix("**/")
        if inside.match(names) and (
            pattern.startswith("**/") or len(inside.parts) == len(PurePosixPath(pattern).parts)
        ):
            return True
    return False


def test_every_package_is_listed() -> None:
    found = {path.parent for path in ROOT.rglob("__init__.py") if _installed(path)}
    names = {".".join(("goti", *folder.relative_to(ROOT).parts)) for folder in found}
    assert names == set(PACKAGES)
    assert len(PACKAGES) == len(set(PACKAGES))
    assert PROJECT["tool"]["setuptools"]["package-dir"] == {"goti": "."}


def test_every_folder_with_modules_is_a_package() -> None:
    folders = {path.parent for path in ROOT.rglob("*.py") if _installed(path) and path.parent != ROOT}
    assert {folder for folder in folders if not (folder / "__init__.py").exists()} == set()


def test_every_data_file_is_taken() -> None:
    left_out = [path for path in _data_files() if not any(_matches(package, path) for package in PACKAGES)]
    assert left_out == []
    assert len(_data_files()) > 100


def test_every_pattern_takes_something() -> None:
    assert set(DATA) <= set(PACKAGES)
    for package, patterns in DATA.items():
        for pattern in patterns:
            assert list(_folder(package).glob(pattern)), f"{package}: {pattern}"


def test_data_is_found_as_a_resource() -> None:
    for package, name in (
        ("goti", "py.typed"), ("goti.notation", "goti.lark"), ("goti.engine", "trace.schema.json"),
        ("goti.engine.rulesets", "seven-rocks@1.toml"), ("goti.engine.catalogues", "hi.toml"),
    ):  # fmt: skip
        assert files(package).joinpath(name).is_file()
    assert files("goti.fixtures").joinpath("samples", "layouts.goti").is_file()


def test_one_version() -> None:
    assert PROJECT["project"]["version"] == goti.__version__
    assert re.fullmatch(r"\d+\.\d+\.\d+", goti.__version__)


def test_the_command_is_there() -> None:
    assert PROJECT["project"]["scripts"] == {"goti": "goti.__main__:run"}


def test_named_files_exist() -> None:
    assert (ROOT / PROJECT["project"]["readme"]).is_file()
    assert all((ROOT / each).is_file() for each in PROJECT["project"]["license-files"])


def test_the_root_is_the_package_while_developing() -> None:
    link = ROOT / ".dev" / "goti"
    assert link.resolve() == ROOT
    assert PROJECT["tool"]["pytest"]["ini_options"]["pythonpath"] == [".dev"]


def test_no_module_shadows_one_of_the_standard_library() -> None:
    """With the root on the path a module named like one of Python's own would be taken for it."""
    assert not {path.stem for path in ROOT.glob("*.py")} & set(sys.stdlib_module_names)


HOSTS = {"docutils", "markdown", "pymdownx", "sphinx"}
"""Programs that import one of our modules (`document/embed.py`) and are then there."""


def test_what_is_imported_is_declared() -> None:
    """Every foreign package a module imports is a dependency; tests and development tools apart."""
    declared = {re.split(r"[<>=\[;]", each)[0].strip().lower() for each in PROJECT["project"]["dependencies"]}
    modules = {
        "fontpkg_noto_sans_devanagari": "fontpkg-noto-sans-devanagari", "cairocffi": "cairosvg",
        "markdown_it": "markdown-it-py", "yaml": "pyyaml", "markupsafe": "jinja2",
    }  # fmt: skip
    for path in [*ROOT.glob("*.py"), *(each for package in PACKAGES[1:] for each in _folder(package).glob("*.py"))]:
        for name in _imported(path) - LOADED_BY.get(path.name, set()):
            if name not in sys.stdlib_module_names and name != "goti" and name not in HOSTS:
                assert modules.get(name, name).lower() in declared, f"{path.name}: {name}"


def test_nobody_needs_what_another_program_loads() -> None:
    for path in [*ROOT.glob("*.py"), *(each for package in PACKAGES[1:] for each in _folder(package).glob("*.py"))]:
        assert "pytest_plugin" not in path.read_text(encoding="utf-8")
    assert PROJECT["project"]["entry-points"] == {"pytest11": {"goti": "goti.pytest_plugin"}}


def _imported(path: Path) -> set[str]:
    """First names of the modules a file imports, those of its own package left out."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name.partition(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.partition(".")[0])
    return found
