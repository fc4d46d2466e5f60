"""Documents as Jinja2 templates, in a sandbox: text and values → text, and for each line of it the line it came from.

A template can branch, loop, include and extend files of the document's folder, and print numbers and texts. It can
call nothing else, and cannot run long or grow large: every loop step, macro call and file takes from one budget, as
does every letter printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import TemplateError, TemplateNotFound, TemplatesNotFound, TemplateSyntaxError
from jinja2.exceptions import SecurityError, UndefinedError

from .marks import unmarked
from .problems import Origin
from .sandbox import MOST_STEPS, Sandbox, Spent


class TemplateFault(Exception):
    """A template that cannot be expanded: its file and line, the code and values of the message."""

    def __init__(self, path: str, line: int, code: str, **values: object) -> None:
        super().__init__(code)
        self.path, self.line, self.code, self.values = path, line, code, values


def expand(
    text: str, name: str, root: Path, values: Mapping[str, Any], shown: Callable[[str], str]
) -> tuple[list[str], list[Origin]]:
    """The lines of a template and where each comes from. `name` is its file in `root`; `shown` names files to users.

    Raises TemplateFault.
    """
    environment = Sandbox(root)
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
    except Spent as error:
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
    return unmarked(made, environment.files, name, shown)


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
