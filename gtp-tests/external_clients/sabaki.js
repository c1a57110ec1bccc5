// Drives the engine with the part of Sabaki's interface that speaks to engines (`enginesyncer.js` of a checkout in which
// `npm ci --ignore-scripts` has been run): it brings a position of a game tree to the engine and reads analyses for the board and the
// graph. `node sabaki.js CHECKOUT ENGINE`; exit status 0 if all is well.

const assert = require('node:assert')
const path = require('node:path')
const {createRequire} = require('node:module')
const bundle = require('./bundle.js')

const [checkout, program] = process.argv.slice(2).map((name) => path.resolve(name))
const GameTree = createRequire(path.join(checkout, 'package.json'))('@sabaki/immutable-gametree')

// What Sabaki has from Electron, and its translations. Versions differ in where the settings are.
globalThis.window = {sabaki: {setting: {get: () => 3000}}}
const stubs = [
  [/^@electron\/remote$/, 'export const require = () => ({get: () => 3000})'],
  [/^electron$/, 'export const ipcRenderer = {on: () => {}, send: () => {}, invoke: async () => {}}'],
  [/i18n\.js$/, 'export default {context: () => (text) => (typeof text === "function" ? text({}) : text)}'],
]

/// How long each opening is looked at.
const SECONDS = 2

/// A game, one node after the other; the id of each.
function game(moves, root = {}) {
  let tree = new GameTree()
  const ids = [tree.root.id]
  tree = tree.mutate((draft) => {
    for (const [key, values] of Object.entries({SZ: ['9'], KM: ['6.5'], ...root})) draft.updateProperty(tree.root.id, key, values)
    for (const [color, at] of moves) ids.push(draft.appendNode(ids.at(-1), {[color]: [at]}))
  })
  return {tree, ids}
}

/// Analyzes the position of the engine for some time, as F4 does, and returns what Sabaki had to show.
async function watch(syncer, color) {
  const seen = []
  const see = () => syncer.analysis && seen.push(syncer.analysis)
  syncer.on('analysis-update', see)
  const ended = syncer.queueCommand({name: 'kata-analyze', args: [color, '20', 'ownership', 'true']})
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000))
  await syncer.sendAbort()
  await ended
  syncer.off('analysis-update', see)
  assert(seen.length > 2, `${seen.length} analyses`)
  return seen
}

/// The graph has the best number of all moves: no move may look far better than the first.
function checkAnalysis({variations, winrate}) {
  assert(variations.length > 0)
  for (const {vertex, visits, winrate, scoreLead, moves} of variations) {
    const [x, y] = vertex
    assert(x >= 0 && x < 9 && y >= 0 && y < 9 && visits > 0 && winrate >= 0 && winrate <= 100)
    assert(Number.isFinite(scoreLead) && moves.length > 0)
  }
  const [best] = variations
  assert(winrate < best.winrate + 10, `${winrate} in the graph for ${best.winrate}`)
  assert(Math.max(...variations.map(({scoreLead}) => scoreLead)) < best.scoreLead + 8)
}

async function main() {
  const {default: EngineSyncer} = await bundle(checkout, path.join('src', 'modules', 'enginesyncer.js'), stubs)
  const syncer = new EngineSyncer({path: program, args: '--threads 1 --seed 5', commands: 'kata-set-rules japanese'})
  const ready = new Promise((resolve) => syncer.once('engine-ready', resolve))
  syncer.start()
  await ready
  for (const wanted of ['kata-analyze', 'genmove', 'undo']) assert(syncer.commands.includes(wanted), wanted)

  const opening = [['B', 'ee'], ['W', 'cc'], ['B', 'gc'], ['W', 'gg'], ['B', 'cg'], ['W', 'ec']]
  const {tree, ids} = game(opening)
  const graph = []
  for (const [count, id] of ids.entries()) {
    await syncer.sync(tree, id)
    assert.equal(syncer.treePosition, id)
    const seen = await watch(syncer, count % 2 ? 'W' : 'B')
    seen.forEach(checkAnalysis)
    const {sign, winrate} = seen.at(-1)
    graph.push(sign > 0 ? winrate : 100 - winrate)
  }
  console.log('the graph:', graph.map(Math.round).join(' '))
  for (let index = 1; index < graph.length; index += 1) {
    assert(Math.abs(graph[index] - graph[index - 1]) < 15, 'the graph of an opening jumps')
  }
  // Back to the beginning, then a position with handicap stones and a diagram.
  await syncer.sync(tree, ids[1])
  const handicap = game([['W', 'ee']], {AB: ['cc', 'gg', 'cg'], HA: ['3']})
  await syncer.sync(handicap.tree, handicap.ids[1])
  const diagram = game([], {AB: ['aa', 'ab'], AW: ['ba', 'bb', 'ca']})
  await syncer.sync(diagram.tree, diagram.ids[0])
  const {error, content} = await syncer.queueCommand({name: 'genmove', args: ['B']})
  assert(!error && /^([A-HJ][1-9]|pass)$/.test(content), content)
  await syncer.stop()
}

main()
  .then(() => console.log('Sabaki: ok'))
  .catch((error) => {
    console.error(error)
    process.exit(1)
  })
