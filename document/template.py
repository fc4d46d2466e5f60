"""Documents as Jinja2 templates, in a sandbox: text and values → text, and for each line of it the line it came from.

A template can branch, loop, include and extend files of the document's folder, and print numbers and texts. It can
call nothing else, and cannot run long or grow large: every loop step, macro call and file takes from one budget, as
does every letter printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplatesNotFound,
    TemplateSyntaxError,
    nodes,
)
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from .problems import Origin

MOST_STEPS = 20_000
MOST_LETTERS = 2_000_000
COMPUTED, COMPUTED_END = "\ue002", "\ue003"
"""Stand around a number a template printed: it was computed, so the lint has nothing to check."""

_MARK, _MARK_END = "\ue000", "\ue001"
PRIVATE = re.compile("[\ue000-\ue003]")
"""The marks of this module, which no document may hold."""


class TemplateFault(Exception):
    """A template that cannot be expanded: its file and line, the code and values of the message."""

    def __init__(self, path: str, line: int, code: str, **values: object) -> None:
        super().__init__(code)
        self.path, self.line, self.code, self.values = path, line, code, values


class _Spent(Exception):
    """The budget is used up; the text names which."""


class _Folder(FileSystemLoader):
    """The files below one folder, wherever its links lead."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.root = root.resolve()

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, path, fresh = super().get_source(environment, template)
        if not Path(path).resolve().is_relative_to(self.root):
            raise TemplateNotFound(template)
        return source, path, fresh


class _Environment(ImmutableSandboxedEnvironment):
    """Jinja2 without attributes and methods of objects; lines are marked, steps and letters counted."""

    intercepted_binops = frozenset(("*", "**", "%", "+"))

    def __init__(self, root: Path) -> None:
        super().__init__(
            loader=_Folder(root), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
            keep_trailing_newline=True, comment_start_string="{##", comment_end_string="##}", finalize=self._print,
        )  # fmt: skip
        self.steps = self.letters = 0
        self.files: dict[str, list[str]] = {}
        kept = ("abs", "default", "int", "length", "lower", "upper")
        self.filters = {name: self.filters[name] for name in kept} | {
            "join": self._join,
            "list": lambda items: list(self._loop(items)),
            "sort": lambda items: sorted(self._loop(items)),
            "unique": lambda items: list(dict.fromkeys(self._loop(items))),
            "first": lambda items: next(self._loop(items), ""),
            "last": lambda items: next(self._loop(list(self._loop(items))[-1:]), ""),
        }
        self.globals = {"range": self._range, "_step": self._step, "_loop": self._loop, "_concat": self._concat}

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Jinja2's tree with a mark before every line of text, and with loops, macros and `~` counted."""
        tree = super()._parse(source, name, filename)
        shown = name or ""
        self.files[shown] = source.split("\n")
        for each in tree.find_all(nodes.TemplateData):
            each.data = _marked(each.data, shown, each.lineno, self.files[shown])
        for loop in tree.find_all(nodes.For):
            loop.iter = _call("_loop", [loop.iter], loop.lineno)
        macros: list[Any] = [*tree.find_all(nodes.Macro), *tree.find_all(nodes.CallBlock)]
        for macro in macros:
            macro.body = [nodes.Output([_call("_step", [], macro.lineno)], lineno=macro.lineno), *macro.body]
        return _without_concat(tree)

    def getattr(self, obj: Any, attribute: str) -> Any:
        return self.getitem(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        if isinstance(obj, Mapping | list | tuple):
            try:
                return obj[argument]
            except (LookupError, TypeError):
                return self.undefined(obj=obj, name=argument)
        if type(obj).__module__ == "jinja2.runtime" and argument in ("index", "index0", "first", "last", "length"):
            return getattr(obj, str(argument))
        raise SecurityError(f".{argument}")

    def is_safe_callable(self, obj: Any) -> bool:
        return type(obj).__name__ in ("Macro", "BlockReference") or obj in self.globals.values()

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if not all(isinstance(each, int) and abs(each) < 10**9 for each in (left, right)) or operator == "**":
            raise SecurityError(operator)
        return super().call_binop(context, operator, left, right)

    def _print(self, value: Any) -> Any:
        """What `{{ … }}` may print: text and numbers, within the budget."""
        if isinstance(value, StrictUndefined):
            return value
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise SecurityError("{{ … }}")
        if isinstance(value, int):
            return f"{COMPUTED}{value}{COMPUTED_END}"
        self.letters += len(value)
        if self.letters > MOST_LETTERS:
            raise _Spent("letters")
        return value

    def _step(self) -> str:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise _Spent("steps")
        return ""

    def get_template(self, *arguments: Any, **options: Any) -> Any:
        self._step()
        return super().get_template(*arguments, **options)

    def _loop(self, items: Iterable[Any]) -> Iterator[Any]:
        for each in items:
            self._step()
            yield each

    def _range(self, *bounds: int) -> range:
        found = range(*bounds)
        if len(found) > MOST_STEPS:
            raise _Spent("steps")
        return found

    def _concat(self, *parts: Any) -> str:
        return "".join(str(self._print(str(each) if isinstance(each, int) else each)) for each in parts)

    def _join(self, items: Iterable[Any], between: str = "") -> str:
        found = [str(self._print(str(each))) for each in self._loop(items)]
        self.letters += len(between) * len(found)
        return str(between).join(found) if self.letters <= MOST_LETTERS else str(self._print(" " * MOST_LETTERS))


def _call(name: str, arguments: list[Any], line: int) -> nodes.Call:
    return nodes.Call(nodes.Name(name, "load", lineno=line), arguments, [], None, None, lineno=line)


def _without_concat(tree: nodes.Template) -> nodes.Template:
    """`a ~ b` as a call that counts."""

    def changed(node: nodes.Node) -> nodes.Node:
        for name, value in node.iter_fields():
            if isinstance(value, nodes.Node):
                setattr(node, name, changed(value))
            elif isinstance(value, list):
                setattr(node, name, [changed(each) if isinstance(each, nodes.Node) else each for each in value])
        return _call("_concat", node.nodes, node.lineno) if isinstance(node, nodes.Concat) else node

    changed(tree)
    tree.set_environment(tree.environment)  # type: ignore[arg-type]
    return tree


def _marked(data: str, name: str, line: int, source: list[str]) -> str:
    """Text with its file and line before the first letter of each line."""
    parts = data.split("\n")
    begins = line <= len(source) and bool(parts[0].strip()) and source[line - 1].startswith(parts[0])
    marked = [f"{_MARK}{name}:{line + n}{_MARK_END}{part}" if n or begins else part for n, part in enumerate(parts)]
    return "\n".join(marked)


def expand(
    text: str, name: str, root: Path, values: Mapping[str, Any], shown: Callable[[str], str]
) -> tuple[list[str], list[Origin]]:
    """The lines of a template and where each comes from. `name` is its file in `root`; `shown` names files to users.

    Raises TemplateFault.
    """
    environment = _Environment(root)
    try:
        environment.files[name] = text.split("\n")
        made = environment.from_string(environment._parse(text, name, None)).render(values)
    except TemplateSyntaxError as error:
        said = str(error.message)
        raise TemplateFault(shown(error.name or name), error.lineno, "template-syntax", why=said) from None
    except TemplateNotFound as error:
        names = error.templates if isinstance(error, TemplatesNotFound) else [error.name]
        wanted = ", ".join(str(each) for each in names)
        raise TemplateFault(shown(name), _line_of(text, str(names[0])), "template-missing", found=wanted) from None
    except _Spent as error:
        where = _place(error, name)
        raise TemplateFault(shown(where[0]), where[1], f"template-{error}", most=MOST_STEPS) from None
    except SecurityError as error:
        where = _place(error, name)
        raise TemplateFault(shown(where[0]), where[1], "template-refused", found=str(error)) from None
    except (TemplateError, RecursionError, TypeError, ValueError, ArithmeticError) as error:
        where = _place(error, name)
        why = str(error) if isinstance(error, TemplateError) else type(error).__name__
        raise TemplateFault(shown(where[0]), where[1], "template-fails", why=why) from None
    return _unmarked(made, environment.files, name, shown)


def _place(error: BaseException, name: str) -> tuple[str, int]:
    """File and line of the innermost template frame, which Jinja2 writes into tracebacks."""
    found, trace = (name, 1), error.__traceback__
    while trace is not None:
        template = trace.tb_frame.f_globals.get("__jinja_template__")
        if template is not None:
            found = (template.name or name, template.get_corresponding_lineno(trace.tb_lineno))
        elif trace.tb_frame.f_code.co_filename in ("<template>",):
            found = (name, trace.tb_lineno)
        trace = trace.tb_next
    return found


def _line_of(text: str, word: str) -> int:
    return next((n for n, line in enumerate(text.split("\n"), 1) if word in line), 1)


def _unmarked(
    made: str, files: Mapping[str, list[str]], name: str, shown: Callable[[str], str]
) -> tuple[list[str], list[Origin]]:
    one = f"{_MARK}[^{_MARK_END}]*{_MARK_END}"
    mark, lead = re.compile(f"{_MARK}([^{_MARK_END}]*):([0-9]+){_MARK_END}"), re.compile(f"(?:{one})*({one})")
    lines, origins = [], []
    path, line = name, 1
    for each in made.split("\n"):
        leading = lead.match(each)
        found = (leading and leading[1] and mark.match(leading[1])) or mark.search(each)
        if found:
            path, line = found[1], int(found[2])
        source = files.get(path, [])
        origins.append(Origin(shown(path), line, source[line - 1] if line <= len(source) else ""))
        lines.append(mark.sub("", each))
    return lines, origins
