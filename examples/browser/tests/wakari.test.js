// The package as its users call it, beside @sabaki/deadstones where that is installed.
const test = require('node:test')
const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const {execFileSync} = require('node:child_process')
const wakari = require('..')

const root = path.join(__dirname, '../../..')
const game = name => fs.readFileSync(path.join(root, 'gtp-tests/life', name), 'utf8')

// Black has the left, White the right; the stones at [0, 7] and [7, 1] are dead.
const corners = Array.from({length: 9}, (_, y) => {
  const row = [0, 0, 0, 1, -1, 0, 0, 0, 0]
  if (y === 7) row[0] = -1
  if (y === 1) row[7] = 1
  return row
})
const sorted = vertices => vertices.map(String).sort()

test('the module imports nothing: no file, clock, thread or random source', () => {
  const module = new WebAssembly.Module(fs.readFileSync(path.join(__dirname, '../wakari.wasm')))
  assert.deepStrictEqual(WebAssembly.Module.imports(module), [])
})

test('dead stones are guessed on a board and its images', async () => {
  const images = [
    [map => map, ([x, y]) => [x, y]],
    [map => map.map(row => [...row].reverse()), ([x, y]) => [8 - x, y]],
    [map => map[0].map((_, x) => map.map(row => row[x])), ([x, y]) => [y, x]],
    [map => map.map(row => row.map(sign => -sign)), ([x, y]) => [x, y]]
  ]
  for (const [image, place] of images) {
    const before = JSON.stringify(image(corners))
    const board = image(corners)
    const dead = await wakari.guess(board, {finished: true, iterations: 100})
    assert.deepStrictEqual(sorted(dead), sorted([[0, 7], [7, 1]].map(place)))
    assert.strictEqual(JSON.stringify(board), before)
    const floating = await wakari.getFloatingStones(board)
    assert.deepStrictEqual(sorted(floating), sorted(dead))
    assert.strictEqual((await wakari.judge(board, {komi: 0, rules: 'japanese-1989'})).score.slice(1), '+9')
  }
})

test('probabilities are those of the sides, and games are played to their end', async () => {
  const map = await wakari.getProbabilityMap(corners, 100)
  assert.ok(map.length === 9 && map.every(row => row.length === 9 && row.every(x => x >= -1 && x <= 1)))
  // The walls stand more surely than what is behind them.
  assert.ok(map.every(row => row[3] > 0 && row[4] < 0), JSON.stringify(map))
  assert.ok((await wakari.playTillEnd(corners, 1)).every(row => row.every(x => [-1, 0, 1].includes(x))))
})

test('a game is scored and explained by the letter', async () => {
  const judged = await wakari.score(game('bent-four.sgf'), {rules: 'proposal-2012', explain: ['A7']})
  const chain = judged.statuses.find(found => found.stones.includes('A7'))
  assert.strictEqual(chain.status, 'dead')
  assert.match(judged.explanation, /article 7/)
  const twin = await wakari.score(game('bent-four-twin.sgf'), {rules: 'proposal-2012', komi: 0})
  assert.strictEqual(twin.score, 'B+18')
  assert.ok((await wakari.ruleSets()).includes('japanese-1989'))
})

test('what is wrong is an error, and the next call is answered', async () => {
  for (const call of [
    () => wakari.score('no game'),
    () => wakari.score('(;SZ[5])', {rules: 'chess'}),
    () => wakari.judge([[0]]),
    () => wakari.getProbabilityMap([[1, -1], [-1, 1]], 5),
    () => wakari.judge([[1, -1], [-1, 1]]),
    () => wakari.judge(corners, {iterations: -1}),
    () => wakari.getProbabilityMap(corners, 1.5),
    () => wakari.judge(corners, {seed: -1}),
    () => wakari.score('(;SZ[5];B[aa])', {explain: [[0, 0]]})
  ]) {
    await assert.rejects(call, Error)
    assert.strictEqual((await wakari.score('(;SZ[3]KM[0];B[bb];W[];B[])', {rules: 'chinese'})).score, 'B+9')
  }
})

const program = process.env.WAKARI || path.join(root, 'target/release/wakari')
test('the program says the same', {skip: !fs.existsSync(program) && 'it is not built'}, async () => {
  for (const name of ['bent-four.sgf', 'two-eyes.sgf', 'hanezeki.sgf']) {
    const request = JSON.stringify({sgf: game(name), check: true})
    const told = execFileSync(program, ['score', '--worker'], {input: request, encoding: 'utf8'})
    assert.deepStrictEqual(await wakari.score(game(name)), JSON.parse(told))
  }
})

let deadstones = null
try {
  deadstones = require('@sabaki/deadstones')
} catch {
  // Not installed.
}
test('every call of @sabaki/deadstones is there', {skip: !deadstones && 'it is not installed'}, async () => {
  for (const name of Object.keys(deadstones)) assert.strictEqual(typeof wakari[name], 'function', name)
  assert.deepStrictEqual(
    sorted(await wakari.getFloatingStones(corners)), sorted(await deadstones.getFloatingStones(corners)))
})
