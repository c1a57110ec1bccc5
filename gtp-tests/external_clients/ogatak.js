// Drives the engine with the code that Ogatak itself runs (`engine.js` and `query.js` of a checkout of it), without its window.
// `node ogatak.js CHECKOUT ENGINE`; exit status 0 if all is well.

const assert = require('node:assert')
const fs = require('node:fs')
const Module = require('node:module')
const os = require('node:os')
const path = require('node:path')

const [checkout, program] = process.argv.slice(2)
const modules = path.resolve(checkout, 'src', 'modules')

// What Ogatak has from Electron and from its own window.
const stubs = {electron: {ipcRenderer: {send: () => {}}}, './translate': {translate: (text) => text}, './log': () => {}}
const load = Module._load
Module._load = (name, ...more) => stubs[name] ?? load(name, ...more)
const alerts = []
const received = []
Object.assign(globalThis, {
  alert: (text) => alerts.push(text),
  config: {
    default_rules: 'Chinese', dead_stone_prediction: true, widerootnoise: true, analysis_pv_length: 32,
    ownership_marks: 1, ownership_per_move: true, report_every: 0.1, wide_root_noise: 0.04, fast_first_report: true,
  },
  stderrbox: {receive: () => {}, show: () => {}, hide: () => {}},
  hub: {receive_object: (object) => received.push(object)},
})
const newEngine = require(path.join(modules, 'engine.js'))

/// A node of a game, as the maker of queries looks at it: the moves from the beginning, each a color and a point of SGF.
/// Versions differ in what they ask the node and what the board.
function node(id, moves, {width = 9, height = 9, rules = 'Japanese', komi = 6.5, stones = []} = {}) {
  const letters = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'
  const point = (at) => (at ? letters[at.charCodeAt(0) - 97] + (height - at.charCodeAt(1) + 97) : 'pass')
  const board = {width, height, rules, komi, active: moves.length % 2 ? 'w' : 'b', gtp: point}
  board.setup_list = () => stones.map(([color, at]) => [color, point(at)])
  board.caps_balance = () => 0
  board.state_at = (at) => stones.find(([, place]) => place === at)?.[0].toLowerCase() ?? ''
  const at = (index) => {
    const move = index < 0 ? null : moves[index]
    const props = move ? {[move[0]]: [move[1]]} : stones.length ? {AB: stones.map(([, point]) => point)} : {}
    return {
      id,
      props,
      parent: index < 0 ? null : at(index - 1),
      get: (key) => props[key]?.[0],
      has_key: (key) => key in props,
      all_values: (key) => props[key] ?? [],
      move_count: () => (move ? 1 : 0),
      rules: () => rules,
      komi: () => komi,
      get_board: () => board,
      history_reversed: () => moves.map((_, back) => at(index - back)).concat(at(-1)),
    }
  }
  return at(moves.length - 1)
}

async function until(what, isSo) {
  for (const end = Date.now() + 60000; !isSo(); ) {
    assert(Date.now() < end, `not in time: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const answersTo = (id) => received.filter((object) => object.id?.startsWith(`${id}:`))

/// What Ogatak's window takes for granted of an analysis that it draws.
function checkAnalysis(analysis, points) {
  const {moveInfos, rootInfo, ownership} = analysis
  assert(Array.isArray(moveInfos) && moveInfos.length > 0, JSON.stringify(analysis))
  assert(/^[0-9A-F]{32}$/.test(rootInfo.thisHash) && rootInfo.visits > 0)
  assert(['B', 'W'].includes(rootInfo.currentPlayer))
  assert.equal(ownership.length, points)
  moveInfos.forEach((info, order) => {
    assert.equal(info.order, order)
    assert(info.winrate >= 0 && info.winrate <= 1 && Number.isFinite(info.scoreLead), JSON.stringify(info))
    assert(info.visits > 0 && info.pv[0] === info.move && info.ownership.length === points)
    assert(Number.isFinite(info.prior) && Number.isFinite(info.lcb))
  })
}

async function main() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ogatak-'))
  const [config, weights] = ['analysis.cfg', 'network.bin.gz'].map((name) => path.join(folder, name))
  for (const file of [config, weights]) fs.writeFileSync(file, '')
  const engine = newEngine()
  try {
    engine.setup(path.resolve(program), config, weights)
    await until('the version', () => engine.received_version !== false && received.length > 0)
    const game = [['B', 'ee'], ['W', 'cc'], ['B', ''], ['W', 'gg']]
    // One node after the other, as somebody who goes through a game: the search before is ended first.
    for (let count = 0; count <= game.length; count += 1) {
      engine.analyse(node(`node_${count}`, game.slice(0, count)))
      await until(`node ${count}`, () => answersTo(`node_${count}`).some((object) => object.moveInfos))
    }
    engine.analyse(node('node_wide', [['B', 'aa']], {width: 13, height: 7, rules: 'Chinese', komi: 7.5}))
    await until('a wide board', () => answersTo('node_wide').some((object) => object.moveInfos))
    engine.analyse(node('node_setup', [], {stones: [['B', 'cc'], ['B', 'gg']]}))
    await until('stones set up', () => answersTo('node_setup').some((object) => object.moveInfos))
    engine.halt()
    await until('the end of the last search', () => engine.running === null)
    for (const analysis of received.filter((object) => object.moveInfos)) {
      checkAnalysis(analysis, analysis.id.startsWith('node_wide') ? 91 : 81)
    }
    for (const object of received) assert(!object.error && !object.warning, JSON.stringify(object))
    assert.deepEqual(alerts, [])
  } finally {
    engine.shutdown()
    fs.rmSync(folder, {recursive: true})
  }
  assert.deepEqual(alerts, [])
}

main()
  .then(() => console.log('Ogatak: ok'))
  .catch((error) => {
    console.error(error, alerts)
    process.exit(1)
  })
