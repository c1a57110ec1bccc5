"use strict";
// A board: what stands on each of its points, row by row from the bottom: 0 nothing, 1 black, 2 white.
const goban = (() => {
  function neighbours(stones, width, point) {
    const column = point % width;
    const found = [point - width, point + width];
    if (column > 0) found.push(point - 1);
    if (column < width - 1) found.push(point + 1);
    return found.filter((other) => other >= 0 && other < stones.length);
  }

  // The stones connected with one, or none if they have a liberty.
  function captured(stones, width, from) {
    const chain = new Set([from]);
    for (const point of chain) {
      for (const other of neighbours(stones, width, point)) {
        if (stones[other] === 0) return [];
        if (stones[other] === stones[from]) chain.add(other);
      }
    }
    return [...chain];
  }

  // Puts a stone on the board and takes off what has no liberty then. Tells whether that is a play.
  function place(stones, width, color, at, suicide) {
    stones[at] = color;
    for (const other of neighbours(stones, width, at)) {
      if (stones[other] === 3 - color) captured(stones, width, other).forEach((stone) => (stones[stone] = 0));
    }
    const own = captured(stones, width, at);
    if (own.length > 0 && (!suicide || own.length === 1)) return false;
    own.forEach((stone) => (stones[stone] = 0));
    return true;
  }

  const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const name = (width, point) => LETTERS[point % width] + (Math.floor(point / width) + 1);
  const fill = (words, ...values) => words.replace(/%(\d)/g, (_, number) => values[number - 1]);

  // Where a point is in a picture.
  const center = ({ margin, cell, width, height }, point) => ({
    x: margin + (point % width) * cell,
    y: margin + (height - 1 - Math.floor(point / width)) * cell,
  });

  // The point of a picture that a click is on, or none.
  function clicked(event, svg, { margin, cell, width, height }) {
    const box = svg.getBoundingClientRect();
    const scale = svg.viewBox.baseVal.width / box.width;
    const column = Math.round(((event.clientX - box.left) * scale - margin) / cell);
    const row = height - 1 - Math.round(((event.clientY - box.top) * scale - margin) / cell);
    return column >= 0 && column < width && row >= 0 && row < height ? row * width + column : undefined;
  }

  return { place, name, fill, center, clicked };
})();
