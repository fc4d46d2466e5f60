"""The expressions of claims: text → function of named values. They are Jinja's, without anything to call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import StrictUndefined, TemplateError, nodes
from jinja2.parser import Parser
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment

_FILTERS = ("abs", "count", "first", "last", "length", "max", "min", "sort", "sum")
_LARGEST = 10**9
_WRONG = (
    TemplateError, TypeError, ValueError, ArithmeticError, AttributeError, NameError, RecursionError, MemoryError
)  # fmt: skip


class ExpressionError(ValueError):
    """No expression, or one that cannot be evaluated; the text says why."""


class _Environment(SandboxedEnvironment):
    """Without powers, and without `*` and `%` (formatting) of anything but numbers: they can outgrow any memory."""

    intercepted_binops = frozenset({"**", "*", "%"})

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        if operator == "**" or not numbers or abs(left) > _LARGEST or abs(right) > _LARGEST:
            raise ExpressionError("there is no **" if operator == "**" else f"{operator} is only for small numbers")
        return super().call_binop(context, operator, left, right)


_JINJA = _Environment(undefined=StrictUndefined)
_JINJA.globals.clear()
_JINJA.filters = {name: _JINJA.filters[name] for name in _FILTERS}


class Expression:
    """A compiled expression and the `names` it uses. Raises ExpressionError where the text is none."""

    def __init__(self, text: str) -> None:
        try:
            tree = Parser(_JINJA, text, state="variable").parse_expression()
            whole = nodes.Output([tree])
            if next(whole.find_all(nodes.Call), None) is not None:  # 'x'.center(10 ** 9)
                raise ExpressionError("there is nothing to call")
            self._function = _JINJA.compile_expression(text, undefined_to_none=False)
        except (*_WRONG, SyntaxError) as error:
            raise ExpressionError(_first_line(error)) from None
        self.names = {each.name for each in whole.find_all(nodes.Name)}

    def __call__(self, values: Mapping[str, Any]) -> Any:
        """Its value. Raises ExpressionError where it has none."""
        try:
            found = self._function(values)
            str(found)  # a name that is not there is complained of here
            return found
        except _WRONG as error:
            raise ExpressionError(_first_line(error)) from None


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0].rstrip(".")
