// Gives what the engine writes for those who watch on OGS to the code of gtp2ogs that reads it (`PvOutputParser.ts` of a checkout), and
// looks at what that would send to the chat. `node gtp2ogs.js CHECKOUT ENGINE`; exit status 0 if all is well.

const assert = require('node:assert')
const {spawnSync} = require('node:child_process')
const path = require('node:path')
const bundle = require('./bundle.js')

const [checkout, program] = process.argv.slice(2).map((name) => path.resolve(name))

// Of the rest of gtp2ogs the parser takes the letters of columns.
const letters = `
  export const char2num = (letter) => 'abcdefghijklmnopqrstuvwxyz'.indexOf(letter)
  export const num2char = (number) => 'abcdefghijklmnopqrstuvwxyz'[number]
  export const gtpchar2num = (letter) => 'abcdefghjklmnopqrstuvwxyz'.indexOf(letter)
`
const stubs = [[/^goban|^\.\/(Bot|Game|config|gtp)/, letters]]

async function main() {
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
  for (const line of stderr.split('\n')) pv.processBotOutput(line)
  const played = stdout.split('\n\n').filter((answer) => /^= [A-Z]/.test(answer)).map((answer) => answer.slice(2).trim())
  assert.equal(played.length, 2, stdout)
  assert.equal(chats.length, 2, stderr)
  chats.forEach(({body, channel}, index) => {
    const [column, row] = [played[index][0], Number(played[index].slice(1))]
    const point = 'abcdefghi'['ABCDEFGHJ'.indexOf(column)] + 'abcdefghi'[9 - row]
    assert.equal(channel, 'malkovich')
    assert.equal(body.moves.slice(0, 2), point, `${body.moves} for ${played[index]}`)
    assert(/^([a-i]{2}|\.\.)+$/.test(body.moves), body.moves)
    assert(/^Visits: [1-9][0-9]*, Winrate: [0-9.]+, Score: -?[0-9.]+$/.test(body.name), body.name)
  })
}

main()
  .then(() => console.log('gtp2ogs: ok'))
  .catch((error) => {
    console.error(error)
    process.exit(1)
  })
