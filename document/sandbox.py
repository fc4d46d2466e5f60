"""Jinja2 in a sandbox: an environment whose templates call nothing, and take every step and letter from a budget."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateNotFound, nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from .marks import COMPUTED, COMPUTED_END, marked

TESTS = (
    "boolean", "defined", "divisibleby", "even", "integer", "mapping", "none", "number", "odd", "sequence", "string",
    "undefined",
)  # fmt: skip
"""Jinja2's tests that a template can use; the others would compare without being counted."""
MOST_STEPS = 20_000
_SMALL = 50
"""A value that holds no more than this, or so many times so many letters, is compared for nothing."""
MOST_LETTERS = 1_000_000


class Spent(Exception):
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
            raise Spent("letters")
        return source, path, fresh


class Sandbox(ImmutableSandboxedEnvironment):
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
            each.data = marked(each.data, shown, each.lineno, self.files[shown])
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
            raise Spent("letters")
        return ""

    def _step(self, count: int = 1) -> str:
        self.steps += count
        if self.steps > MOST_STEPS:
            raise Spent("steps")
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
            raise Spent("steps")
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
