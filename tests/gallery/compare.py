"""A figure in Chromium and by CairoSVG: do the two pictures differ in anything but their antialiasing?"""

from __future__ import annotations

import io

from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Browser, ViewportSize

from goti.render.pdf import to_png
from goti.render.scene import Scene
from goti.render.svg import write_svg

SCALE = 2
"""Pixels of the pictures for a pixel of the figure."""
NEAR = 48
"""Of 255: how far a pixel may lie outside its neighbours' values in the other picture."""


def beyond_edges(one: Image.Image, two: Image.Image) -> int:
    """The number of pixels that no shift of an edge by less than a pixel explains, of two pictures of one size.

    Antialiasing changes a pixel only to a mixture of the colours beside it. So each channel of a pixel of one
    picture has to lie, but for `NEAR`, between the least and the greatest value of the three by three pixels
    there in the other picture, and the other way round.
    """
    far = [255 * (value > NEAR) for value in range(256)]
    marks = Image.new("L", one.size)
    for here, there in ((one, two), (two, one)):
        least, greatest = there.filter(ImageFilter.MinFilter(3)), there.filter(ImageFilter.MaxFilter(3))
        for outside in (ImageChops.subtract(here, greatest), ImageChops.subtract(least, here)):
            for channel in outside.split():
                marks = ImageChops.lighter(marks, channel.point(far))
    return marks.histogram()[255]


def compared(browser: Browser, name: str, scene: Scene) -> tuple[int, float]:
    """The pixels `beyond_edges` of a figure, and the mean difference of all its pixels, of 255."""
    svg = write_svg(scene, key=name)
    ours = Image.open(io.BytesIO(to_png(svg, dpi=96 * SCALE))).convert("RGB")
    size: ViewportSize = {"width": -(-ours.width // SCALE), "height": -(-ours.height // SCALE)}
    page = browser.new_page(device_scale_factor=SCALE, viewport=size)
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: {scene.width}px }}</style>{svg}")
    theirs = Image.open(io.BytesIO(page.screenshot())).convert("RGB").crop((0, 0, *ours.size))
    page.close()
    differences = ImageChops.difference(ours, theirs).convert("L").histogram()
    mean = sum(value * count for value, count in enumerate(differences)) / (ours.width * ours.height)
    return beyond_edges(ours, theirs), mean
