"""Makes screenshots small: 256 well chosen colours instead of millions, packed tight.

The browser that took a picture also reads it and picks the colours; here they are written down.
"""

from __future__ import annotations

import base64
import struct
import zlib
from typing import TypedDict

from playwright.sync_api import Page


class Picked(TypedDict):
    width: int
    height: int
    palette: list[int]
    pixels: str


# Median cut over colours of six bits a channel, weighed by how often they occur.
PICK = """
async (picture) => {
    const image = new Image()
    image.src = 'data:image/png;base64,' + picture
    await image.decode()
    const {width, height} = image
    const sheet = new OffscreenCanvas(width, height).getContext('2d')
    sheet.drawImage(image, 0, 0)
    const {data} = sheet.getImageData(0, 0, width, height)
    const keyAt = (i) => ((data[i] >> 2) << 12) | ((data[i + 1] >> 2) << 6) | (data[i + 2] >> 2)
    const found = new Map()
    for (let i = 0; i < data.length; i += 4) {
        const key = keyAt(i)
        let seen = found.get(key)
        if (!seen) found.set(key, seen = {key, n: 0, sum: [0, 0, 0]})
        seen.n++
        for (let c = 0; c < 3; c++) seen.sum[c] += data[i + c]
    }
    const channel = (one, c) => one.sum[c] / one.n
    const measure = (box) => {
        let best = {spread: -1, c: 0}
        for (let c = 0; c < 3; c++) {
            let low = 255, high = 0
            for (const one of box) {
                low = Math.min(low, channel(one, c))
                high = Math.max(high, channel(one, c))
            }
            if (high - low > best.spread) best = {spread: high - low, c}
        }
        const weight = box.reduce((sum, one) => sum + one.n, 0)
        return {box, ...best, worth: box.length > 1 ? best.spread * Math.sqrt(weight) : -1}
    }
    const boxes = [measure([...found.values()])]
    while (boxes.length < 256) {
        boxes.sort((a, b) => a.worth - b.worth)
        const {box, c, worth} = boxes.pop()
        if (worth < 0) {
            boxes.push(measure(box))
            break
        }
        box.sort((a, b) => channel(a, c) - channel(b, c))
        const half = box.reduce((sum, one) => sum + one.n, 0) / 2
        let at = 0
        for (let n = 0; at < box.length - 1 && n + box[at].n <= half; at++) n += box[at].n
        const cut = Math.max(1, Math.min(box.length - 1, at))
        boxes.push(measure(box.slice(0, cut)), measure(box.slice(cut)))
    }
    const palette = []
    for (const {box} of boxes) {
        const n = box.reduce((sum, one) => sum + one.n, 0)
        for (let c = 0; c < 3; c++) {
            palette.push(Math.round(box.reduce((sum, one) => sum + one.sum[c], 0) / n))
        }
    }
    const places = new Map()
    const nearest = (rgb) => {
        const key = ((rgb[0] >> 1) << 14) | ((rgb[1] >> 1) << 7) | (rgb[2] >> 1)
        let place = places.get(key)
        if (place !== undefined) return place
        let least = Infinity
        for (let i = 0; i < palette.length; i += 3) {
            const far = (rgb[0] - palette[i]) ** 2 + (rgb[1] - palette[i + 1]) ** 2 +
                (rgb[2] - palette[i + 2]) ** 2
            if (far < least) [least, place] = [far, i / 3]
        }
        places.set(key, place)
        return place
    }
    // What a pixel misses goes to its neighbours (Floyd and Steinberg), most of it, lest flat
    // areas get noisy.
    const STRENGTH = 0.75
    let [here, below] = [new Float32Array(3 * width + 9), new Float32Array(3 * width + 9)]
    let pixels = ''
    for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
            const rgb = [0, 1, 2].map((c) => {
                const value = data[4 * (y * width + x) + c] + here[3 * x + 3 + c]
                return Math.max(0, Math.min(255, Math.round(value)))
            })
            const place = nearest(rgb)
            pixels += String.fromCharCode(place)
            for (let c = 0; c < 3; c++) {
                const miss = ((rgb[c] - palette[3 * place + c]) * STRENGTH) / 16
                here[3 * x + 6 + c] += miss * 7
                below[3 * x + c] += miss * 3
                below[3 * x + 3 + c] += miss * 5
                below[3 * x + 6 + c] += miss
            }
        }
        ;[here, below] = [below, here.fill(0)]
    }
    return {width, height, palette, pixels: btoa(pixels)}
}
"""


def squeeze(page: Page, picture: bytes) -> bytes:
    """The picture as a PNG with a palette."""
    found: Picked = page.evaluate(PICK, base64.b64encode(picture).decode())
    width, height = found["width"], found["height"]
    pixels = base64.b64decode(found["pixels"])
    rows = b"".join(b"\0" + pixels[y * width : (y + 1) * width] for y in range(height))
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", bytes(found["palette"])),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
