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
from jinja2.exceptions import SecurityError, UndefinedError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from .problems import Origin

TESTS = (
    "boolean", "defined", "divisibleby", "even", "integer", "mapping", "none", "number", "odd", "sequence", "string",
    "undefined",
)  # fmt: skip
"""Jinja2's tests that a template can use; the others would compare without being counted."""
MOST_STEPS = 20_000
_SMALL = 50
"""A value that holds no more than this, or so many times so many letters, is compared for nothing."""
MOST_LETTERS = 1_000_000
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


class _Missing(StrictUndefined):
    """A name or field that is not there; the message has it, and in further lines those there are."""

    @property
    def _undefined_message(self) -> str:
        known = self._undefined_obj if isinstance(self._undefined_obj, Mapping) else ()
        return "\n".join(map(str, (self._undefined_name, *known)))


class _Folder(FileSystemLoader):
    """The files below one folder, wherever its links lead."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.root = root.resolve()

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, path, fresh = super().get_source(environment, template)
        if not Path(path).resolve().is_relative_to(self.root):
            raise TemplateNotFound(template)
        if len(source) > MOST_LETTERS:
            raise _Spent("letters")
        return source, path, fresh


class _Environment(ImmutableSandboxedEnvironment):
    """Jinja2 without attributes and methods of objects; lines are marked, steps and letters counted."""

    intercepted_binops = frozenset(("*", "**", "%", "+"))

    def __init__(self, root: Path) -> None:
        super().__init__(
            loader=_Folder(root), undefined=_Missing, trim_blocks=True, lstrip_blocks=True,
            keep_trailing_newline=True, comment_start_string="{##", comment_end_string="##}", finalize=self._print,
        )  # fmt: skip
        self.steps = self.letters = 0
        self.weights: dict[int, tuple[object, int]] = {}
        self.files: dict[str, list[str]] = {}
        self.tests = {name: self.tests[name] for name in TESTS}
        kept = ("abs", "default", "int", "length")
        self.filters = {name: self.filters[name] for name in kept} | {
            "lower": lambda text: str(self._text(text)).lower(),
            "upper": lambda text: str(self._text(text)).upper(),
            "join": self._join,
            "list": lambda items: list(self._loop(items)),
            "sort": lambda items: sorted(map(self._weighed, self._loop(items))),
            "unique": lambda items: list(dict.fromkeys(map(self._weighed, self._loop(items)))),
            "first": lambda items: next(self._loop(items), ""),
            "last": lambda items: next(self._loop(list(self._loop(items))[-1:]), ""),
        }
        self.globals = {
            "range": self._range, "_step": self._step, "_loop": self._loop, "_concat": self._concat,
            "_said": self._said, "_weighed": self._weighed,
        }  # fmt: skip

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Jinja2's tree with a mark before every line of text, and with loops, macros, text, `~` and `==` counted."""
        tree = super()._parse(source, name, filename)
        shown = name or ""
        self.files[shown] = source.split("\n")
        for each in tree.find_all(nodes.TemplateData):
            each.data = _marked(each.data, shown, each.lineno, self.files[shown])
        for loop in tree.find_all(nodes.For):
            loop.iter = _call("_loop", [loop.iter], loop.lineno)
        for said in tree.find_all(nodes.Output):
            letters = sum(len(each.data) for each in said.nodes if isinstance(each, nodes.TemplateData))
            said.nodes = [_call("_said", [nodes.Const(letters)], said.lineno), *said.nodes]
        for compared in tree.find_all(nodes.Compare):
            holders: list[Any] = [compared, *compared.ops]
            for holder in holders:
                holder.expr = _call("_weighed", [holder.expr], compared.lineno)
        for pair in tree.find_all(nodes.Pair):
            pair.key = _call("_weighed", [pair.key], pair.lineno)
        macros: list[Any] = [*tree.find_all(nodes.Macro), *tree.find_all(nodes.CallBlock)]
        for macro in macros:
            macro.body = [nodes.Output([_call("_step", [], macro.lineno)], lineno=macro.lineno), *macro.body]
        return _without_concat(tree)

    def getattr(self, obj: Any, attribute: str) -> Any:
        return self.getitem(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        if isinstance(obj, Mapping | list | tuple):
            try:
                return obj[self._weighed(argument)]
            except (LookupError, TypeError):
                return self.undefined(obj=obj, name=argument)
        if isinstance(obj, _Missing):
            obj._fail_with_undefined_error()
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
        self._said(len(value))
        return value

    def _said(self, letters: int) -> str:
        self.letters += letters
        if self.letters > MOST_LETTERS:
            raise _Spent("letters")
        return ""

    def _step(self, count: int = 1) -> str:
        self.steps += count
        if self.steps > MOST_STEPS:
            raise _Spent("steps")
        return ""

    def _weighed(self, value: Any) -> Any:
        """A value that is compared, sorted or looked up: what is large takes steps, by what it holds."""
        self._step(self._weight(value) // _SMALL)
        return value

    def _weight(self, value: Any) -> int:
        """How many values a value holds, each as often as it is there: lists that hold one list twice grow fast."""
        if isinstance(value, str):
            return len(value) // _SMALL
        if not isinstance(value, list | tuple | Mapping):
            return 1
        kept = self.weights.get(id(value))
        if kept is None:
            inner = [*value, *value.values()] if isinstance(value, Mapping) else value
            kept = self.weights[id(value)] = (value, 1 + sum(map(self._weight, inner)))  # kept, so its id stays its own
        return kept[1]

    def _text(self, value: Any) -> Any:
        if not isinstance(value, int | str):
            raise SecurityError("lower, upper")
        return self._weighed(value)

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
        found = [str(self._print(str(each) if isinstance(each, int) else each)) for each in self._loop(items)]
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
    except UndefinedError as error:
        where = _place(error, name)
        found, *known = str(error).split("\n")
        raise TemplateFault(
            shown(where[0]), where[1], "template-name", found=found, known=", ".join(known or map(str, values))
        ) from None
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
