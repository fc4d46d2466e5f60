"""One block as HTML for the pages of other programs, and the thin adapters for Sphinx (MyST) and MkDocs.

The same block works in all of them: what stands behind `goti` are the options of `fences.py`. A block that does not
hold stops the build.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ..engine.messages import DEFAULT_LANGUAGE, message
from .blocks import run_blocks
from .figures import Figure, figure_of
from .front import Front
from .html import figure_html
from .lookalikes import looks_goti, opens_goti
from .page import Page
from .plain import figure_text
from .problems import DocumentError, Origin
from .shelf import Shelf

_LIST = "list-style: none; padding: 0; margin: 0"
_STYLES = (
    ('<ol class="strip" style="', f'<ol class="strip" style="display: grid; gap: 1rem; {_LIST}; grid-template-columns: '
     'repeat(auto-fit, minmax(min(100%, max(100% / var(--columns) - 1rem, 11rem)), 1fr)); '),
    ('<ol class="steps">', f'<ol class="steps" style="{_LIST}">'),
    ('<ol class="turns">', f'<ol class="turns" style="{_LIST}">'),
    ('<div class="drawn" style="', '<div class="drawn" style="margin: 0 auto; '),
    ("<figcaption>", '<figcaption style="text-align: center">'),
    ('<p class="sum">', '<p class="sum" style="text-align: center">'),
)  # fmt: skip
"""The style of our own pages as attributes, for pages that have another style sheet."""


def block_html(
    content: str,
    options: str = "",
    *,
    language: str = "en",
    rules: str = "",
    folder: Path | str = ".",
    root: Path | str | None = None,
    where: tuple[str, int] = ("block", 1),
) -> str:
    """The figure of a block with the options behind its fence, as a piece of HTML.

    `rules` judges placements alone, `folder` is where its files are looked for, inside `root`; `where` is the file and
    line of the fence. Raises DocumentError.
    """
    return _html(*_block(content, options, language, rules, folder, root, where))


def _block(
    content: str, options: str, language: str, rules: str, folder: Path | str, root: Path | str | None,
    where: tuple[str, int],
) -> tuple[Page, Figure]:  # fmt: skip
    """A page of one block, and its figure."""
    path = Path(folder) / "page.md"
    page = Page(path, where[0], Shelf(Path(root or folder)), Front(language=language, rules=rules), manual=False)
    page.lines = [f"```goti {options}".rstrip(), *content.rstrip("\n").split("\n"), "```"]
    page.origins = [Origin(where[0], where[1] + n, line) for n, line in enumerate(page.lines)]
    info = f"goti: {options[1:].lstrip()}" if options.startswith(":") else f"goti {options}"
    page.tokens = [Token("fence", "code", 0, content=content, info=info, map=[0, len(page.lines)])]
    page.rules = page.reading(rules, 1) if rules else None
    run_blocks(page)
    if page.problems:
        raise DocumentError(page.problems)
    figure = figure_of(page, page.examples[0])
    return page, replace(figure, name="" if not figure.name else " ")


def _html(page: Page, figure: Figure) -> str:
    made = figure_html(page, figure)
    for plain, styled in _STYLES:
        made = made.replace(plain, styled)
    return made


def misread(text: str, taken: Callable[[str], bool]) -> Iterator[tuple[int, str]]:
    """Number and text of the first line of each block that would be printed as text; `taken` knows the other fences."""
    for token in MarkdownIt("commonmark").parse(text):
        first = (token.map or [0])[0] + 1
        if token.type == "fence" and looks_goti(token.info, "") == 0 and not taken(token.info.strip()):
            yield first, token.markup + token.info
        elif token.type in ("inline", "code_block"):
            yield from (
                (n, each.strip()) for n, each in enumerate(token.content.split("\n"), first) if opens_goti(each)
            )


def _refuse(text: str, taken: Callable[[str], bool], key: str, language: str) -> str:
    """What to say of the first block of a page that would be printed as text; empty without one."""
    return next((f"{line}: {message(language, key, found=found)}" for line, found in misread(text, taken)), "")


_QUOTED = re.compile(r"""goti(?:\s+[\w-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*""")


def makeExtension(**_: Any) -> Any:
    """The extension `goti.document.embed` of Python-Markdown, for MkDocs and zensical.

    `pymdownx.superfences` prints a fence it cannot read as code; with this extension such a page is not built.
    """
    from markdown import Extension, Markdown
    from markdown.preprocessors import Preprocessor

    class Guard(Preprocessor):  # type: ignore[misc]
        def run(self, lines: list[str]) -> list[str]:
            wrong = _refuse("\n".join(lines), lambda info: _QUOTED.fullmatch(info) is not None, "doc.superfence", "en")
            if wrong:
                raise ValueError(wrong)
            return lines

    class Guarded(Extension):  # type: ignore[misc]
        def extendMarkdown(self, md: Markdown) -> None:
            md.preprocessors.register(Guard(md), "goti", 40)  # before superfences, which take 25

    return Guarded()


def superfence(source: str, language: str, class_name: str, options: dict[str, Any], md: Any, **_: Any) -> str:
    """The formatter of a `goti` fence for MkDocs and zensical (`pymdownx.superfences`, `custom_fences`)."""
    from pymdownx.superfences import SuperFencesException

    spoken = options.pop("lang", DEFAULT_LANGUAGE)
    words = " ".join(each if value is True else f'{each}="{value}"' for each, value in options.items())
    try:
        return block_html(source, words, language=spoken)
    except DocumentError as error:
        raise SuperFencesException(str(error)) from error


def validator(language: str, inputs: dict[str, str], options: dict[str, Any], attrs: Any, md: Any) -> bool:
    """Every word behind the fence is an option of ours; `superfence` says which are not."""
    options.update({name: True if value in (name, "") else value for name, value in inputs.items()})
    return True


def setup(app: Any) -> dict[str, bool]:
    """The `goti` directive for Sphinx; with MyST a block is fenced with ```{goti}, or with ```goti where
    `myst_fence_as_directive` names it."""
    from docutils import nodes
    from docutils.parsers.rst import Directive, directives
    from sphinx.errors import ExtensionError

    class Goti(Directive):  # type: ignore[misc]
        has_content = True
        optional_arguments = 1
        final_argument_whitespace = True
        option_spec = {"options": directives.unchanged}

        def run(self) -> list[nodes.Node]:
            config = self.state.document.settings.env.config
            found, line = self.state_machine.get_source_and_line(self.lineno)
            source, words = Path(str(found)), " ".join(self.arguments)
            try:
                page, figure = _block(
                    "\n".join(self.content) + "\n", words, config.language, config.goti_rules, source.parent,
                    app.srcdir, (source.name, line or 1),
                )  # fmt: skip
            except DocumentError as error:
                raise ExtensionError(str(error)) from error
            said = figure_text(page, figure)
            return [nodes.raw("", _html(page, figure), format="html"), nodes.raw(said, said, format="text")]

    def guard(app: Any, name: str, source: list[str]) -> None:
        words = ("{goti}", *(["goti"] if "goti" in getattr(app.config, "myst_fence_as_directive", ()) else []))
        taken = re.compile(rf"(?:{'|'.join(map(re.escape, words))})(?:\s.*)?")
        wrong = "" if not str(app.env.doc2path(name)).endswith(".md") else _refuse(
            source[0], lambda info: taken.fullmatch(info) is not None, "doc.directive", DEFAULT_LANGUAGE
        )  # fmt: skip
        if wrong:
            raise ExtensionError(f"{Path(app.env.doc2path(name)).name}:{wrong}")

    app.add_config_value("goti_rules", "", "env")
    app.add_directive("goti", Goti)
    app.connect("source-read", guard)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
