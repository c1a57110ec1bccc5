"use strict";
(() => {
  const element = (id) => document.getElementById(id);
  const data = JSON.parse(element("moves").textContent);
  const [layer, choice, slider] = ["stones", "choice", "slider"].map(element);
  const list = element("list");
  const [first, previous, next, last] = ["first", "previous", "next", "last"].map(element);
  const [tries, attempts, attempt] = ["tries", "attempts", "attempt"].map(element);
  let number = 0; // Of the sequence shown.
  let at = 0; // How many of its steps.

  const sequence = () => data.sequences[number];
  const charts = [...document.querySelectorAll(".chart")];
  // The number of the move on the board; a line of play is no part of the charts.
  const shown = () => (number === 0 ? sequence().moves[at] : 0);
  const place = (move) => data.chart.left + (data.chart.width * move) / data.chart.moves;

  // What the charts say of the position after a move.
  function tell(move) {
    charts.forEach((chart, index) => {
      const value = data.chart.values[index][move];
      chart.querySelector(".value").textContent = value === undefined ? "" : `${move}: ${value}`;
    });
  }

  // What stands on each point after the first steps: 0 nothing, 1 black, 2 white.
  function stones(steps) {
    const board = Array.from(sequence().start, Number);
    for (const step of sequence().steps.slice(0, steps)) {
      for (const [point, stone] of step.set) board[point] = stone;
    }
    return board;
  }

  function add(name, attributes, text) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    if (text !== undefined) made.textContent = text;
    layer.append(made);
  }

  function draw() {
    layer.replaceChildren();
    const board = stones(at);
    // In a line of play each stone has its number, in the game the last one has a ring.
    const numbers = new Map();
    if (number > 0) {
      sequence().steps.slice(0, at).forEach((step, index) => numbers.set(step.at, index + 1));
    }
    const latest = at > 0 ? sequence().steps[at - 1].at : -1;
    board.forEach((stone, point) => {
      if (!stone) return;
      const { x, y } = goban.center(data, point);
      const ring = point === latest && number === 0 ? "-last" : "";
      add("use", { href: (stone === 1 ? "#black" : "#white") + ring, x, y });
      const ink = stone === 1 ? "#fbfbf8" : "#1c1c1e";
      if (numbers.has(point)) {
        const style = { x, y: y + 4, fill: ink, "font-size": 11.5, "font-weight": "bold", "text-anchor": "middle" };
        add("text", style, numbers.get(point));
      } else if (sequence().chain.includes(point)) {
        add("circle", { cx: x, cy: y, r: 3.4, fill: "#1f5fbf", stroke: "#ffffff", "stroke-width": 1 });
      }
    });
  }

  // What the losing side can try after the steps that are shown, each with the answer and the situation that comes then.
  function exchanges() {
    const { book, steps } = sequence();
    if (!book) return [];
    const situation = at > 0 ? steps[at - 1].situation : 0;
    return (situation !== undefined && book.situations[situation]) || [];
  }

  // A move of the play that decides about a chain: a point, or a pass that may be for a ko.
  const { words } = data;
  const point = (move) => (move >= 0 ? goban.name(data.width, move) : undefined);
  const name = (move) => point(move) || (move === -1 ? words.pass : move === -2 ? words.pass_for_kos : goban.fill(words.pass_for, point(-3 - move)));

  // Adds a move after the steps that are shown, in place of what followed.
  function make(color, move, comment, situation) {
    const { steps, moves } = sequence();
    const board = stones(at);
    const before = board.slice();
    if (move >= 0) goban.place(board, data.width, color, move, true);
    const set = [...board.entries()].filter(([where, stone]) => stone !== before[where]);
    steps.length = at;
    moves.length = at + 1;
    moves.push(moves[at] + 1);
    at += 1;
    steps.push({ label: `${at}. ${words.colors[color - 1]} ${name(move)}`, comment, at: move >= 0 ? move : -1, set, situation });
  }

  function answer([move, reply, situation]) {
    const { loser } = sequence().book;
    const isOver = situation === null ? ` ${words.over}` : "";
    const told = reply === null ? goban.fill(words.unanswered, name(move)) : goban.fill(words.answered, name(move), name(reply));
    make(loser, move, told + isOver);
    if (reply !== null) make(3 - loser, reply, told + isOver, situation === null ? undefined : situation);
    enumerate();
    show(at);
  }

  // Lists what can be tried, and shows on the board where.
  function offer() {
    const found = exchanges();
    tries.hidden = !sequence().book;
    attempts.replaceChildren(...(found.length > 0 ? found.map(([move], index) => new Option(name(move), index)) : [new Option(words.no_try)]));
    attempt.disabled = found.length === 0;
    for (const [move] of found) {
      if (move < 0) continue;
      const { x, y } = goban.center(data, move);
      add("circle", { class: "try", cx: x, cy: y, r: 2.6, fill: "#1c1c1e", stroke: "#ffffff", "stroke-width": 0.8 });
    }
  }

  function show(step) {
    const steps = sequence().steps;
    at = Math.max(0, Math.min(step, steps.length));
    draw();
    if (tries) offer();
    const here = at > 0 ? steps[at - 1] : sequence();
    element("move").textContent = here.label;
    element("comment").textContent = here.comment;
    slider.max = steps.length;
    slider.value = at;
    list.selectedIndex = at;
    first.disabled = previous.disabled = at === 0;
    next.disabled = last.disabled = at === steps.length;
    for (const chart of charts) {
      chart.querySelector(".cursor").setAttribute("transform", `translate(${place(shown())} 0)`);
    }
    tell(shown());
  }

  // Fills the list with the steps of the sequence; a mistake of the game has its sign.
  function enumerate() {
    const name = (step, index) => {
      const move = sequence().moves[index];
      const isMistake = number === 0 && data.mistakes.includes(move) && move > sequence().moves[index - 1];
      return step.label + (isMistake ? " ?" : "");
    };
    list.replaceChildren(...[sequence(), ...sequence().steps].map((step, index) => new Option(name(step, index))));
  }

  function select(chosen, step) {
    number = chosen;
    choice.value = String(chosen);
    const { book, steps } = sequence();
    if (book && steps.length === 0 && book.opening !== null) {
      at = 0;
      make(3 - book.loser, book.opening, "", 0);
      step += 1;
    }
    enumerate();
    show(step);
  }

  first.addEventListener("click", () => show(0));
  previous.addEventListener("click", () => show(at - 1));
  next.addEventListener("click", () => show(at + 1));
  last.addEventListener("click", () => show(Infinity));
  slider.addEventListener("input", () => show(Number(slider.value)));
  choice.addEventListener("change", () => select(Number(choice.value), 0));
  list.addEventListener("change", () => show(list.selectedIndex));
  if (tries) {
    attempt.addEventListener("click", () => exchanges().length > 0 && answer(exchanges()[attempts.selectedIndex]));
    const svg = layer.closest("svg");
    svg.addEventListener("click", (event) => {
      const clicked = goban.clicked(event, svg, data);
      const found = exchanges().find(([move]) => move === clicked);
      if (found) answer(found);
    });
  }
  // The step of the game after which so many moves have been played.
  function stepOf(move) {
    const step = data.sequences[0].moves.findIndex((moves) => moves >= move);
    return step < 0 ? Infinity : step;
  }
  for (const button of document.querySelectorAll("[data-sequence], [data-move]")) {
    const { sequence, move } = button.dataset;
    button.addEventListener("click", () => {
      if (sequence) select(Number(sequence), 0);
      else select(0, stepOf(Number(move)));
      element("player").scrollIntoView({ block: "start" });
      next.focus({ preventScroll: true });
    });
  }
  for (const chart of charts) {
    // The move that the pointer is at.
    const pointed = (event) => {
      const box = chart.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * chart.viewBox.baseVal.width;
      const move = Math.round(((x - data.chart.left) / data.chart.width) * data.chart.moves);
      return Math.max(0, Math.min(move, data.chart.moves));
    };
    chart.addEventListener("click", (event) => select(0, stepOf(pointed(event))));
    chart.addEventListener("pointermove", (event) => {
      const move = pointed(event);
      for (const each of charts) {
        each.classList.add("pointed");
        each.querySelector(".pointer").setAttribute("transform", `translate(${place(move)} 0)`);
      }
      tell(move);
    });
    chart.addEventListener("pointerleave", () => {
      for (const each of charts) each.classList.remove("pointed");
      tell(shown());
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLSelectElement || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: Infinity }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  });
  // A diagram has no moves of its own.
  const isDiagram = sequence().steps.length === 0 && data.sequences.length > 1;
  select(isDiagram ? 1 : 0, isDiagram ? 0 : Infinity);
})();
