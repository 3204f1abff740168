"""What the code promises about its own shape, beyond what the import contracts see."""

import ast
import re
import string
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import PROJECT_ROOT

PACKAGE = PROJECT_ROOT / "graphrag_desktop"
MODULES = sorted(PACKAGE.rglob("*.py"))
PYTHON_FILES = sorted([*MODULES, *(PROJECT_ROOT / "tests").rglob("*.py")])
LONGEST_MODULE, LONGEST_CLASS, LONGEST_FUNCTION = 400, 250, 60

CONFIGURATION = tomllib.loads((PROJECT_ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def shown(path: Path) -> str:
    return path.relative_to(PROJECT_ROOT).as_posix()


def imported(module: ast.Module) -> Iterator[str]:
    for each in ast.walk(module):
        if isinstance(each, ast.Import):
            yield from (alias.name for alias in each.names)
        elif isinstance(each, ast.ImportFrom) and each.module:
            yield each.module


def tracked_text_files() -> Iterator[Path]:
    """The project's own text: what is under version control or would be."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=PROJECT_ROOT, capture_output=True, check=False,
    )  # fmt: skip
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    for name in listed.stdout.decode().split("\0"):
        path = PROJECT_ROOT / name
        if (
            name
            and path.is_file()
            and path.suffix in {".py", ".md", ".toml", ".txt", ".json", ".cfg", ".yml", ".svg", ""}
        ):
            yield path


def test_that_imports_keep_their_contracts() -> None:
    checked = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as check; check()", "--no-cache"],
        cwd=PROJECT_ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_that_no_module_is_too_long_to_read() -> None:
    lengths = {shown(each): len(each.read_text(encoding="utf-8").splitlines()) for each in PYTHON_FILES}
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_that_no_class_and_no_function_is_too_long_to_read() -> None:
    found = []
    for path in MODULES:
        for each in ast.walk(parsed(path)):
            if isinstance(each, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                most = LONGEST_CLASS if isinstance(each, ast.ClassDef) else LONGEST_FUNCTION
                length = (each.end_lineno or each.lineno) - each.lineno + 1
                if length > most:
                    found.append(f"{shown(path)}: {each.name} has {length} lines, {most} at most")
    assert found == []


def test_that_every_module_opens_with_a_sentence() -> None:
    sentences = {
        path: ast.get_docstring(parsed(path)) for path in PYTHON_FILES if path.read_text(encoding="utf-8").strip()
    }
    assert [shown(path) for path, sentence in sentences.items() if not sentence] == []


def test_that_packages_have_an_empty_init() -> None:
    packages = {path.parent for path in MODULES}
    assert [shown(each) for each in sorted(packages) if (each / "__init__.py").read_text(encoding="utf-8") != ""] == []


def test_that_the_domain_knows_the_standard_library_only() -> None:
    foreign = [
        f"{shown(path)}: {name}"
        for path in sorted((PACKAGE / "domain").rglob("*.py"))
        for name in imported(parsed(path))
        if name.partition(".")[0] not in sys.stdlib_module_names and not name.startswith("graphrag_desktop.domain.")
    ]
    assert foreign == []


def test_that_no_import_is_relative() -> None:
    relative = [
        f"{shown(path)}:{each.lineno}"
        for path in PYTHON_FILES
        for each in ast.walk(parsed(path))
        if isinstance(each, ast.ImportFrom) and each.level
    ]
    assert relative == []


def test_that_panels_do_not_know_each_other() -> None:
    panels = [path for path in MODULES if path.stem.endswith("_panel")]
    assert panels
    assert [
        f"{shown(path)}: {name}" for path in panels for name in imported(parsed(path)) if name.endswith("_panel")
    ] == []


OWN_PROCESSES = "graphrag_desktop/workers.py"  # pickled calls and results, over a pipe that no other process has
KEEPING_AWAKE = "graphrag_desktop/ui/wakefulness.py"  # one program of the system, its words written there
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__", "system", "popen", "execv", "execl", "spawnl", "spawnv"}
FORBIDDEN_MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "marshal", "shelve", "joblib", "yaml", "subprocess"}
ALLOWED_IMPORTS = {(OWN_PROCESSES, "pickle"), (KEEPING_AWAKE, "subprocess")}


def test_that_nothing_that_is_read_can_become_code() -> None:
    found = set()
    for path in MODULES:
        module = parsed(path)
        found |= {(shown(path), each) for each in imported(module) if each.partition(".")[0] in FORBIDDEN_MODULES}
        for each in ast.walk(module):
            if isinstance(each, ast.Call):
                name = each.func.id if isinstance(each.func, ast.Name) else ""
                owner = each.func.value if isinstance(each.func, ast.Attribute) else None
                if isinstance(owner, ast.Name) and owner.id == "os" and isinstance(each.func, ast.Attribute):
                    name = each.func.attr
                if name in FORBIDDEN_CALLS:
                    found.add((shown(path), name))
                found |= {
                    (shown(path), f"{word.arg}=True")
                    for word in each.keywords
                    if word.arg in {"shell", "allow_pickle"}
                    and not (isinstance(word.value, ast.Constant) and word.value.value is False)
                }
    assert found == ALLOWED_IMPORTS


def test_that_no_module_is_a_drawer_for_odds_and_ends() -> None:
    drawers = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "tools"}
    assert [shown(path) for path in MODULES if drawers & set(path.stem.split("_"))] == []


@pytest.mark.parametrize("words", [["--help"], ["index", "--help"], ["--version"], ["report", "--nonsense"]])
def test_that_help_loads_nothing_heavy(words: list[str]) -> None:
    program = (
        "import sys, contextlib, io\n"
        f"sys.argv = ['graphrag-desktop', *{words!r}]\n"
        "from graphrag_desktop.__main__ import main\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()),"
        " contextlib.suppress(SystemExit):\n"
        "    main()\n"
        "heavy = {'PySide6', 'shiboken6', 'pyqtgraph', 'numpy', 'scipy', 'sklearn', 'spacy', 'openai', 'tiktoken',"
        " 'rich', 'sqlite3', 'sqlite_utils', 'networkx'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=PROJECT_ROOT, capture_output=True, text=True, check=False
    )
    assert (ended.stdout.strip(), ended.stderr) == ("[]", "")


def test_that_importing_the_start_does_nothing() -> None:
    program = "import sys; before = set(sys.modules); import graphrag_desktop.__main__; print(sorted(set(sys.modules) - before))"
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=PROJECT_ROOT, capture_output=True, text=True, check=True
    )
    assert ast.literal_eval(ended.stdout) == ["graphrag_desktop", "graphrag_desktop.__main__"]


def test_that_nothing_names_a_place_on_somebody_s_machine() -> None:
    places = re.compile(r"(?<![\w.<{/:])/(?:work|home|root|Users|mnt|opt)/\w+")
    found = [
        f"{shown(path)}:{number}: {line.strip()[:80]}"
        for path in tracked_text_files()
        if not shown(path).startswith("resources/")
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1)
        if places.search(line) and path != Path(__file__)
    ]
    assert found == []


def test_that_the_list_of_packages_is_whole() -> None:
    folders = {path.parent.relative_to(PROJECT_ROOT).as_posix().replace("/", ".") for path in MODULES}
    shipped = {f"graphrag_desktop.{name}" for name in ("resources", "prompts", "guide")}
    assert set(CONFIGURATION["tool"]["setuptools"]["packages"]) == folders | shipped


def normalised(requirement: str) -> str:
    name = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert name is not None
    return re.sub(r"[-_.]+", "-", name[0]).lower()


OPTIONAL = {
    normalised(each)
    for pack in ("ko", "ja", "cluster")
    for each in CONFIGURATION["project"]["optional-dependencies"][pack]
}
DISTRIBUTIONS = {
    "pyside6": "pyside6-essentials",
    "sklearn": "scikit-learn",
    "shiboken6": "pyside6-essentials",
    "docx": "python-docx",
}


def test_that_dependencies_are_what_the_program_imports() -> None:
    names = {
        name.partition(".")[0]
        for path in MODULES
        for name in imported(parsed(path))
        if name.partition(".")[0] not in sys.stdlib_module_names
    } - {"graphrag_desktop"}
    needed = {DISTRIBUTIONS.get(name.lower(), normalised(name)) for name in names}
    assert {normalised(each) for each in CONFIGURATION["project"]["dependencies"]} == needed - OPTIONAL


def test_that_an_extra_is_imported_by_its_own_module_alone() -> None:
    importers = {
        (shown(path), normalised(name.partition(".")[0]))
        for path in MODULES
        for name in imported(parsed(path))
        if normalised(name.partition(".")[0]) in OPTIONAL
    }
    assert importers == {
        ("graphrag_desktop/language/korean_pack.py", "kiwipiepy"),
        ("graphrag_desktop/language/japanese_pack.py", "sudachipy"),
        ("graphrag_desktop/cluster.py", "distributed"),
    }


def test_that_every_dependency_is_locked() -> None:
    lines = (PROJECT_ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    locked = {normalised(line) for line in lines if line and not line.startswith("#")}
    extras = CONFIGURATION["project"]["optional-dependencies"].values()
    asked = [*CONFIGURATION["project"]["dependencies"], *(each for extra in extras for each in extra)]
    assert {normalised(each) for each in asked} - locked == set()


def test_that_prompts_are_filled_exactly() -> None:
    code = {each.value for path in MODULES for each in ast.walk(parsed(path)) if isinstance(each, ast.Constant)}
    filled = filled_by_code()
    for prompt in sorted((PROJECT_ROOT / "prompts").rglob("*.txt")):
        placeholders = {name for _, name, _, _ in string.Formatter().parse(prompt.read_text(encoding="utf-8")) if name}
        assert prompt.stem in code, f"{shown(prompt)} is used by no code"
        assert placeholders == {name for said, name in filled if said == prompt.stem}, shown(prompt)


def filled_by_code() -> set[tuple[object, str]]:
    """The first argument and the keywords of every call: of `fill("prompt", ...)` the prompt and what fills it."""
    return {
        (each.args[0].value, keyword.arg or "")
        for path in MODULES
        for each in ast.walk(parsed(path))
        if isinstance(each, ast.Call) and each.args and isinstance(each.args[0], ast.Constant)
        for keyword in each.keywords
    }
