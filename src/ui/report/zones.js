"use strict";
(() => {
  const data = JSON.parse(document.getElementById("proofs").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const name = (point) => goban.name(data.width, point);
  const { fill } = goban;
  const place = (board, color, at, suicide) => goban.place(board, data.width, color, at, suicide);

  // What a zone answers in each situation: by the attack, where, if anywhere, and the situations that come then.
  function read({ points, book }) {
    if (!book) return [];
    const point = (letter) => (letter === "." ? undefined : points[data.names.indexOf(letter)]);
    return book.split(" ").map((word) => {
      const answers = [...word.matchAll(/([^\d,])([^\d,])([\d,]*)/g)];
      return new Map(answers.map(([, attack, at, next]) => [point(attack), [point(at), next === "" ? [] : next.split(",").map(Number)]]));
    });
  }

  function follow(proof, block) {
    const find = (selector) => block.querySelector(selector);
    const [told, promise, choice, attacks] = [".told", ".promise", ".zone-choice", ".attack-choice"].map(find);
    const [attack, back, again] = [".attack", ".back", ".again"].map((selector) => find(`button${selector}`));
    const [svg, layer] = ["svg", ".stones"].map(find);
    const [areas, outlines, gives] = [".zone", ".outline", ".gives li"].map((selector) => [...block.querySelectorAll(selector)]);
    const books = proof.zones.map(read);
    const zoneOf = (point) => proof.zones.findIndex(({ points }) => points.includes(point));
    const attacker = 3 - proof.owner;
    svg.append(layer); // Stones hide the numbers of zones.
    let line = []; // The attacks so far.
    let state; // What has come of them.

    // The owner's play by the proof against the attacks: the board, how each zone stands, who played what, and what is said.
    function play(line) {
      const board = Array.from(data.stones, Number);
      const stands = books.map((book, zone) => (book.length > 0 ? [...Array(proof.zones[zone].begins).keys()] : []));
      const moves = [];
      let words = [data.words.begin];
      for (const point of line) {
        const zone = zoneOf(point);
        const before = board.slice();
        if (!place(board, attacker, point, proof.suicide)) {
          before.forEach((stone, index) => (board[index] = stone));
          words = [fill(data.words.impossible, name(point))];
          continue;
        }
        moves.push([attacker, point]);
        const minding = zone < 0 ? undefined : stands[zone].find((stood) => books[zone][stood].has(point));
        const [answer, next] = minding === undefined ? [] : books[zone][minding].get(point);
        if (next) stands[zone] = stands[zone].filter((stood) => stood !== minding).concat(next);
        if (answer !== undefined) {
          place(board, proof.owner, answer, false);
          moves.push([proof.owner, answer]);
          words = [fill(data.words.answered, name(point), name(answer))];
        } else {
          words = [fill(zone < 0 ? data.words.outside : data.words.unanswered, name(point))];
        }
        if (zone >= 0 && stands[zone].length === 0) {
          const isTold = proof.zones[zone].book !== null;
          if (!isTold) words = [];
          words.push(fill(isTold ? data.words.settled : data.words.untold, zone + 1));
        }
      }
      return { board, stands, moves, words: words.join(" ") };
    }

    function add(tag, attributes, text) {
      const made = document.createElementNS(SVG, tag);
      for (const key in attributes) made.setAttribute(key, attributes[key]);
      if (text !== undefined) made.textContent = text;
      layer.append(made);
    }

    // Whether a play at a point of a zone, as it stands, must be answered.
    const mustAnswer = (zone, point) =>
      zone >= 0 && state.stands[zone].some((stood) => (books[zone][stood].get(point) || [])[0] !== undefined);

    function draw() {
      layer.replaceChildren();
      const numbers = new Map(state.moves.map(([, point], index) => [point, index + 1]));
      state.board.forEach((stone, point) => {
        const { x, y } = goban.center(data, point);
        if (stone !== 0) {
          const opacity = proof.pale.includes(point) && stone === Number(data.stones[point]) && !numbers.has(point) ? 0.45 : 1;
          add("use", { href: stone === 1 ? "#black" : "#white", x, y, opacity });
          if (numbers.has(point)) {
            const ink = stone === 1 ? "#fbfbf8" : "#1c1c1e";
            const style = { x, y: y + 4, fill: ink, "font-size": 11.5, "font-weight": "bold", "text-anchor": "middle" };
            add("text", style, numbers.get(point));
          }
        } else if (mustAnswer(zoneOf(point), point)) {
          add("circle", { class: "must", cx: x, cy: y + 9, r: 2.6, fill: "#1c1c1e", stroke: "#ffffff", "stroke-width": 0.8 });
        }
      });
      const chosen = choice.selectedIndex;
      areas.forEach((area, zone) => area.classList.toggle("settled", state.stands[zone].length === 0 && proof.zones[zone].book !== null));
      outlines.forEach((outline, zone) => outline.classList.toggle("chosen", zone === chosen));
    }

    // The attacks that can be chosen in the zone that is.
    function offer() {
      const zone = choice.selectedIndex;
      const isPlay = (point) => state.board[point] === 0 && place(state.board.slice(), attacker, point, proof.suicide);
      const points = proof.zones[zone].points.filter(isPlay);
      const label = (point) => name(point) + (mustAnswer(zone, point) ? ` – ${data.words.must}` : "");
      const options = points.map((point) => new Option(label(point), point));
      attacks.replaceChildren(...(options.length > 0 ? options : [new Option(data.words.none)]));
      attack.disabled = points.length === 0;
    }

    function show(words) {
      state = play(line);
      draw();
      offer();
      promise.textContent = choice.options[choice.selectedIndex].text;
      told.textContent = words === undefined ? state.words : words;
      back.disabled = again.disabled = line.length === 0;
    }

    function attackAt(point) {
      if (state.board[point] !== 0) return;
      const zone = zoneOf(point);
      if (zone >= 0) choice.selectedIndex = zone;
      line.push(point);
      const { moves } = state;
      show();
      // What is no play is not kept.
      if (state.moves.length === moves.length) {
        const { words } = state;
        line.pop();
        show(words);
      }
    }

    choice.replaceChildren(...gives.map((item, zone) => new Option(fill(data.words.zone, zone + 1, item.textContent), zone)));
    choice.addEventListener("change", () => show());
    attack.addEventListener("click", () => attacks.value && attackAt(Number(attacks.value)));
    back.addEventListener("click", () => {
      line.pop();
      show();
    });
    again.addEventListener("click", () => {
      line = [];
      show();
    });
    svg.addEventListener("click", (event) => {
      const point = goban.clicked(event, svg, data);
      if (point !== undefined) attackAt(point);
    });
    show();
  }

  const blocks = document.querySelectorAll(".proof");
  data.proofs.forEach((proof, index) => follow(proof, blocks[index]));
  for (const hidden of document.querySelectorAll("#proof [hidden]")) hidden.hidden = false;
})();
