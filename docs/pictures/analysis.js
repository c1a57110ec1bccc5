// An engine's analysis on Sabaki's board component. make.sh bundles this and puts into `ENGINE` what the engine printed:
// the diagram of `showboard`, then the lines of `lz-analyze`.
import { h, render } from "preact";
import { Goban } from "@sabaki/shudan";
import "@sabaki/shudan/css/goban.css";

const lines = ENGINE.split("\n");

// Rows of the diagram: a number, the points, the same number.
const rows = lines.filter((line) => /^ *\d+ [XO.+ ]+ \d+$/.test(line));
const signMap = rows.map((row) =>
  row.match(/[XO.+]/g).map((point) => ({ X: 1, O: -1 })[point] ?? 0),
);

// The last line of analysis has the most visits.
const moves = lines
  .filter((line) => line.startsWith("info "))
  .at(-1)
  .split("info ")
  .slice(1)
  .map((info) => {
    const [, vertex, visits, winrate] = info.match(/move (\w+) visits (\d+) winrate (\d+)/);
    return { vertex, visits: +visits, percent: +winrate / 100 };
  })
  .filter(({ vertex }) => vertex !== "pass");

// Colors and labels as Sabaki chooses them: the strongest by visits times winrate, the winrate above the visits.
const best = Math.max(...moves.map(({ visits, percent }) => visits * percent));
const heatMap = signMap.map((row) => row.map(() => null));
for (const { vertex, visits, percent } of moves) {
  const strength = Math.round((8 * visits * percent) / best) + 1;
  const winrate = strength <= 3 ? Math.floor(percent) : Math.floor(percent * 10) / 10;
  const count = visits < 1000 ? visits : `${Math.round(visits / 100) / 10}k`;
  heatMap[signMap.length - +vertex.slice(1)]["ABCDEFGHJKLMNOPQRSTUVWXYZ".indexOf(vertex[0])] = {
    strength,
    text: visits < 10 ? "" : `${winrate}${winrate % 1 ? "" : "%"}\n${count}`,
  };
}

const board = h(Goban, { vertexSize: 36, showCoordinates: true, signMap, heatMap });
render(board, document.body);
