"""Speed and memory, as ratios against peers measured in the same run. Slow; `./run bench`.

    turns     verified turns per second of `check`, text to verdict, against python-chess reading and replaying PGN
    memory    peak memory of `goti check` on a file of 50 MB and one of 100 MB
    cold      `goti check` of one small file as a process, against `python -c "import lark"`
    figures   SVG figures per second, against `chess.svg.board`; PDF figures, against CairoSVG on those boards; bytes

Runs of the two sides alternate, so that a machine whose speed drifts does not favour one. Medians are printed, and
whether the wanted ratio is reached; the exit status is 0 either way: a figure is no test.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import cairosvg
import chess
import chess.pgn
import chess.svg

from goti.api import check_lines
from goti.engine.generate import Options, random_match
from goti.engine.rules import rule_set
from goti.notation.parse import split_lines
from goti.notation.write import write
from goti.proofs.golden import read_golden
from goti.proofs.perft import counted
from goti.render import figure, figure_svg, paint_pdf
from goti.tests.render.figures import GAMES
from goti.tests.render.figures import figures as kept_figures

SETUPS = (("american-sniff", 2), ("american-sniff", 3), ("american-sniff", 4), ("seven-rocks", 4))


def corpus(matches: int) -> str:
    """So many random matches of every set-up, with known hands."""
    texts = [
        write(random_match(rule_set(game), seats, random.Random(seed), Options(greedy=seed % 2 == 1)))
        for seed in range(matches)
        for game, seats in SETUPS
    ]
    return "goti 1\n" + "".join(text.removeprefix("goti 1\n") for text in texts)


def pgn(games: int, plies: int = 80, seed: int = 7) -> tuple[str, int]:
    """Random legal games of chess as PGN, and their plies."""
    rng = random.Random(seed)
    texts, total = [], 0
    for number in range(games):
        board = chess.Board()
        node: chess.pgn.GameNode = chess.pgn.Game()
        game = node
        assert isinstance(game, chess.pgn.Game)
        game.headers["Event"] = f"synthetic {number}"
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = rng.choice(moves)
            node = node.add_variation(move)
            board.push(move)
            total += 1
        game.headers["Result"] = board.result() if board.is_game_over() else "*"
        texts.append(str(game))
    return "\n\n".join(texts) + "\n", total


def read_pgn(text: str) -> None:
    """Parse and replay a PGN text."""
    file = io.StringIO(text)
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors


def timed(run: Callable[[], object]) -> float:
    """Seconds of one run."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def turns(runs: int) -> None:
    text = corpus(6)
    lines = split_lines(text)
    count = sum(line[1:2] == ":" for line in lines)
    games, plies = pgn(200)

    def check() -> None:
        for report in check_lines(lines):
            assert not report.findings

    check()
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(count / timed(check))
        theirs.append(plies / timed(lambda: read_pgn(games)))
    ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
    print(f"turns    {statistics.median(ours):,.0f} verified turns/s ({count:,} turns, {len(lines):,} lines)")
    print(f"         {statistics.median(theirs):,.0f} plies/s by python-chess {chess.__version__}, PGN replayed")
    print(f"         ratio {ratio:.2f}, wanted 1.5")


def peak(path: Path) -> tuple[float, float]:
    """Peak memory in MB and seconds of `goti check` on a file, as a process."""
    code = (
        "import resource, subprocess, sys\n"
        f"subprocess.run([sys.executable, '-m', 'goti', 'check', {str(path)!r}], check=True)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    start = time.perf_counter()
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment())
    return int(out.stdout.split()[-1]) / 1024, time.perf_counter() - start


def environment() -> dict[str, str]:
    """The environment of child processes: the checkout as the package goti, wherever it is."""
    root = Path(__file__).resolve().parents[2]
    return {**os.environ, "PYTHONPATH": str(root / ".dev")}


def memory() -> None:
    text = corpus(10)
    body = text.removeprefix("goti 1\n")
    with tempfile.TemporaryDirectory() as folder:
        for size in (50, 100):
            path = Path(folder) / f"{size}.goti"
            with path.open("w", encoding="utf-8") as file:
                file.write("goti 1\n")
                for _ in range(size * 1_000_000 // len(body) + 1):
                    file.write(body)
            megabytes, seconds = peak(path)
            file_size = path.stat().st_size / 1e6
            print(f"memory   {file_size:.0f} MB file: {megabytes:.0f} MB peak, {seconds:.0f} s; wanted < 120")


def cold(runs: int) -> None:
    root = Path(__file__).resolve().parents[2]
    small = root / "fixtures" / "samples" / "layouts.goti"
    check = [sys.executable, "-m", "goti", "check", str(small)]
    lark = [sys.executable, "-c", "import lark"]

    def run(command: list[str]) -> float:
        return timed(lambda: subprocess.run(command, check=True, capture_output=True, env=environment()))

    run(check)
    run(lark)
    pairs = [(run(check), run(lark)) for _ in range(3 * runs)]
    ours, theirs = (statistics.median(each) for each in zip(*pairs, strict=True))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"cold     {1000 * ours:.0f} ms for `goti check` of {small.name}")
    print(f"         {1000 * theirs:.0f} ms for `import lark`; ratio {ratio:.2f}, wanted at most 4")


def boards(number: int, seed: int = 7) -> list[chess.Board]:
    """So many positions of a random game."""
    rng, board, found = random.Random(seed), chess.Board(), []
    for _ in range(number):
        for _ in range(3):
            board.push(rng.choice(list(board.legal_moves)))
        found.append(board.copy())
    return found


def figures(runs: int) -> None:
    positions = [each for game in GAMES for each in kept_figures(game).values()]
    chessmen = boards(len(positions))
    drawn = [chess.svg.board(each) for each in chessmen]

    def svgs() -> list[str]:
        return [figure_svg(each, lang) for lang in ("en", "hi") for each in positions]

    def pdfs() -> list[bytes]:
        return [paint_pdf([figure(each, lang)]) for lang in ("en", "hi") for each in positions]

    def peers() -> None:
        for svg in drawn:
            cairosvg.svg2pdf(bytestring=svg.encode())

    texts, files = svgs(), pdfs()
    count = len(texts)
    svg_pairs, pdf_pairs = [], []
    for _ in range(runs):
        ours, theirs = count / timed(svgs), len(drawn) / timed(lambda: [chess.svg.board(each) for each in chessmen])
        svg_pairs.append((ours, theirs))
        pdf_pairs.append((count / timed(pdfs), len(drawn) / timed(peers)))
    for kind, pairs, wanted in (("SVG", svg_pairs, 2), ("PDF", pdf_pairs, 1.5)):
        ours, theirs = (statistics.median(each) for each in zip(*pairs, strict=True))
        ratio = statistics.median(a / b for a, b in pairs)
        print(f"figures  {ours:,.0f} {kind} figures/s; chess boards {theirs:,.0f}/s")
        print(f"         ratio {ratio:.2f}, wanted {wanted}")
    sizes = (statistics.median(map(len, each)) for each in (texts, drawn, files))
    svg, board, pdf = sizes
    print(f"         {svg:,.0f} bytes an SVG with caption and legend (a board {board:,.0f}), {pdf:,.0f} a PDF")


def chess_perft(board: chess.Board, depth: int) -> int:
    """Positions of chess to a depth, the last level counted without playing it, as ours is."""
    if depth == 1:
        count: int = board.legal_moves.count()
        return count
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += chess_perft(board, depth - 1)
        board.pop()
    return total


def perft() -> None:
    """Nodes a second: three deals to the last stored depth, and chess from the starting position."""
    folder = Path(__file__).resolve().parents[2] / "fixtures" / "perft"
    rates = []
    for path in sorted(folder.glob("*.perft")):
        golden = read_golden(path.read_text(encoding="utf-8"))
        depth, number = max(golden.numbers.items())
        start = time.perf_counter()
        assert counted(golden.rules, golden.deal, depth) == number
        seconds = time.perf_counter() - start
        rates.append(number / seconds)
        print(f"perft    {path.stem}: depth {depth}, {number:,} nodes, {seconds:.1f} s, {rates[-1]:,.0f} nodes/s")
    start = time.perf_counter()
    assert chess_perft(chess.Board(), 4) == 197_281
    theirs = 197_281 / (time.perf_counter() - start)
    ratio = statistics.median(rates) / theirs
    print(f"         chess, depth 4, 197,281 nodes: {theirs:,.0f} nodes/s; ratio {ratio:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    every = ["turns", "memory", "cold", "perft", "figures", "documents"]
    parser.add_argument("parts", nargs="*", default=every, help=", ".join(every))
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    print(f"python {sys.version.split()[0]}, {os.cpu_count()} processors")
    if "turns" in options.parts:
        turns(options.runs)
    if "memory" in options.parts:
        memory()
    if "cold" in options.parts:
        cold(options.runs)
    if "perft" in options.parts:
        perft()
    if "figures" in options.parts:
        figures(options.runs)
    if "documents" in options.parts:
        from goti.tests.bench.documents import run

        run()


if __name__ == "__main__":
    main()
