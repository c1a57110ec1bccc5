// Gives what the engine writes for those who watch on OGS to the code of gtp2ogs that reads it (`PvOutputParser.ts` of a checkout), and
// looks at what that would send to the chat. Then lets its `Game.ts` ask the engine, as the `ending_bot` of another one, when to pass and
// to resign. `node gtp2ogs.js CHECKOUT ENGINE`; exit status 0 if all is well.

const assert = require('node:assert')
const {EventEmitter} = require('node:events')
const {spawnSync} = require('node:child_process')
const path = require('node:path')
const bundle = require('./bundle.js')

const [checkout, program] = process.argv.slice(2).map((name) => path.resolve(name))

// Of the rest of gtp2ogs the parser takes the letters of columns and, by version, the form of the lines.
const letters = `
  export const char2num = (letter) => 'abcdefghijklmnopqrstuvwxyz'.indexOf(letter)
  export const num2char = (number) => 'abcdefghijklmnopqrstuvwxyz'[number]
  export const config = {pv_format: 'KATAGO'}
  export const gtpchar2num = (letter) => 'abcdefghjklmnopqrstuvwxyz'.indexOf(letter)
`
const stubs = [[/^goban|^\.\/(Bot|Game|config|gtp)/, letters]]

async function watching() {
  const {PvOutputParser} = await bundle(checkout, path.join('src', 'PvOutputParser.ts'), stubs)
  const said = 'boardsize 9\ngenmove black\nplay white d4\ngenmove black\nquit\n'
  const options = ['--ogs', '--threads', '1', '--seed', '2', '--playouts', '200']
  const {stdout, stderr, status} = spawnSync(program, options, {input: said, encoding: 'utf8'})
  assert.equal(status, 0, stderr)
  // gtp2ogs finds out the form from the first lines, and hands over one line after the other.
  assert(/KataGo/.test(stderr), stderr)
  const chats = []
  const game = {
    processing: true,
    my_color: 'black',
    state: {moves: [], width: 9},
    sendChat: (body, move, channel) => chats.push({body, move, channel}),
  }
  const pv = new PvOutputParser(game, {pv_format: 'KATAGO'})
  // Versions of gtp2ogs differ in who hands the game over.
  const read = (line) => (pv.processBotOutput ? pv.processBotOutput(line) : pv.scanAndSendEngineAnalysis(game, line))
  stderr.split('\n').forEach(read)
  const played = stdout.split('\n\n').filter((answer) => /^= [A-Z]/.test(answer)).map((answer) => answer.slice(2).trim())
  assert.equal(played.length, 2, stdout)
  assert.equal(chats.length, 2, stderr)
  chats.forEach(({body, channel}, index) => {
    const [column, row] = [played[index][0], Number(played[index].slice(1))]
    const point = 'abcdefghi'['ABCDEFGHJ'.indexOf(column)] + 'abcdefghi'[9 - row]
    assert.equal(channel, 'malkovich')
    assert.equal(body.moves.slice(0, 2), point, `${body.moves} for ${played[index]}`)
    assert(/^([a-i]{2}|\.\.)+$/.test(body.moves), body.moves)
    const told = [/Visits: [1-9][0-9]*/, /Win ?rate: [0-9.]+/, /Score: -?[0-9.]+/]
    told.forEach((each) => assert(each.test(body.name), body.name))
  })
}

// What of gtp2ogs talks to the server, and its configuration.
const service = `
  export const {config, socket, trace} = globalThis.gtp2ogs
  export const decodeMoves = (moves) => (Array.isArray(moves[0]) ? moves : moves.length ? [moves] : []).map(([x, y]) => ({x, y}))
  export class PvOutputParser { scanAndSendEngineAnalysis() {} }
`
const serviceStubs = [[/^goban|^\.\/(config|socket|trace|PvOutputParser)$/, service]]

// A program that never passes: it plays these points, one after the other.
const stubborn = (points) => `
  const points = ${JSON.stringify(points)}
  require('node:readline').createInterface({input: process.stdin}).on('line', (line) => {
    if (line.startsWith('quit')) process.exit(0)
    console.log('= ' + (line.startsWith('genmove') ? points.shift() : '') + '\\n')
  })
`

// A game on 9x9 without anything left to play but neutral points, White to move.
const finished =
  'gcdcebdbdgceehedfebggbfdgdffeeefdfgfghdegeeachfbhebhgacidibicfbffifafceciccgdh'.match(/../g)

let games = 0

/// Has a checkout's game played on from a position by a stubborn program and its ending bot; what it sends to the server until it sent
/// so many moves or resigned.
async function ending(checkout, {moves, komi, points, replies, wanted}) {
  const quiet = () => {}
  const socket = Object.assign(new EventEmitter(), {connected: true, clock_drift: 0})
  const sent = []
  globalThis.gtp2ogs = {
    socket,
    trace: {log: quiet, info: quiet, trace: quiet, debug: quiet, warn: quiet, error: console.error},
    config: {
      bot_id: 1,
      username: 'wakari',
      bot: {command: [process.execPath, '-e', stubborn(points)], manager: 'pool', instances: 1, release_delay: 1, enable_clock: true},
      ending_bot: {
        command: [program, '--rules', 'japanese', '--playouts', '1000', '--threads', '1', '--seed', '1'],
        manager: 'pool',
        instances: 1,
        release_delay: 1,
        quit_grace_period: 1000,
        moves_to_allow_before_checking_ratio: 0.4,
        allowed_resigns: 3,
        send_pv_data: false,
      },
    },
  }
  const {Game} = await bundle(checkout, path.join('src', 'Game.ts'), serviceStubs)
  const game_id = ++games
  const number = (letter) => 'abcdefghi'.indexOf(letter)
  const point = (text) => (text === '..' ? [-1, -1] : [number(text[0]), number(text[1])])
  const own = moves.length % 2 === 0 ? 'black' : 'white'
  const id = {black: own === 'black' ? 1 : 2, white: own === 'white' ? 1 : 2}
  await new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer: ${JSON.stringify(sent)}`)), 60000).unref()
    let played = moves.length
    socket.send = (what, {move}) => {
      if (what === 'game/resign') sent.push('resign')
      else if (what === 'game/move') sent.push(move)
      else return
      if (sent.length === wanted || move === undefined) return resolve()
      // Its own move comes back, then the opponent's.
      const echo = (text) => () => socket.emit(`game/${game_id}/move`, {move_number: ++played, move: point(text)})
      setTimeout(echo(move), 10)
      setTimeout(echo(replies.shift()), 50)
    }
    new Game(game_id)
    socket.emit(`game/${game_id}/gamedata`, {
      game_id,
      phase: 'play',
      width: 9,
      height: 9,
      komi,
      handicap: 0,
      initial_player: 'black',
      moves: moves.map(point),
      clock: {current_player: 1, black_player_id: id.black, white_player_id: id.white, last_move: Date.now()},
      time_control: {system: 'simple', speed: 'live', per_move: 5},
      players: {black: {id: id.black, username: 'a'}, white: {id: id.white, username: 'b'}},
    })
  })
  return sent
}

async function ends() {
  const points = ['j1', 'h1', 'g1', 'j2']
  // The game is over: its pass overrides the stone.
  assert.deepEqual(await ending(checkout, {moves: finished, komi: 6.5, points: ['a1'], wanted: 1}), ['..'])
  // Before move 33 it is not asked.
  assert.deepEqual(await ending(checkout, {moves: finished.slice(0, 30), komi: 90, points, wanted: 1}), ['ii'])
  // From then on it is, and its third resignation in a row counts.
  const lost = {moves: finished.slice(0, 34), komi: 90, points, replies: ['aa', 'ab', 'ba'], wanted: 4}
  assert.deepEqual(await ending(checkout, lost), ['ii', 'hi', 'resign'])
}

watching()
  .then(ends)
  .then(() => console.log('gtp2ogs: ok'))
  .then(() => process.exit(0))
  .catch((error) => {
    console.error(error)
    process.exit(1)
  })
