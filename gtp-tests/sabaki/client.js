// Drives the engine with the code that Sabaki itself runs (npm @sabaki/gtp), and asserts on every line what
// Sabaki's parser takes for granted. `node client.js ENGINE [OPTION...]`; exit status 0 if all is well.

const assert = require('node:assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const [path, ...options] = process.argv.slice(2)
const vertex = /^[A-HJ-Z][0-9]+$/

/// Checks the `info` parts of a line as Sabaki splits them.
function checkInfos(name, line) {
  const [infos, ownership] = line.split(/\s+ownership\s+/)
  for (const part of infos.split(/\s*info\s+/).slice(1)) {
    const words = part.trim().split(' ')
    const at = words.indexOf('pv')
    assert.equal(at % 2, 0, `keys and values in turn before the line of play: ${part}`)
    const play = words.slice(at + 1)
    assert(play.length > 0 && play.every((word) => vertex.test(word) || word === 'pass'), part)
    const value = (key) => words[words.indexOf(key) + 1]
    assert(play[0] === value('move') && Number(value('visits')) > 0, part)
    const winrate = value('winrate')
    if (name.startsWith('kata')) {
      assert(winrate.includes('.') && Number(winrate) >= 0 && Number(winrate) <= 1, part)
      assert(Number.isFinite(Number(value('scoreLead'))), part)
    } else {
      assert(/^[0-9]+$/.test(winrate) && Number(winrate) <= 10000, part)
    }
  }
  return ownership === undefined ? null : ownership.split(' ').map(Number)
}

/// Checks a line of the answer to a command.
function checkLine({name, args}, line, isFirst) {
  if (isFirst) assert(/^[=?]/.test(line), `${name}: ${line}`)
  // A text of several lines begins after a blank.
  const isBare = isFirst && /^=[0-9]* $/.test(line)
  assert(!line.includes('\r') && (isBare || line === line.trimEnd()), `blanks at an end: ${JSON.stringify(line)}`)
  const analyzes = /analyze$/.test(name)
  if (!analyzes && args.length > 0) assert(!/^(info|play) /.test(line), `${name}: ${line}`)
  if (line.startsWith('info ')) checkInfos(name, line)
}

function begin() {
  const controller = new Controller(path, options)
  controller.on('command-sent', ({command, subscribe}) => {
    let isFirst = true
    subscribe(({line}) => {
      checkLine(command, line, isFirst)
      isFirst = false
    })
  })
  return {controller, tracker: new ControllerStateTracker(controller)}
}

const command = (name, ...args) => ({name, args})
const play = (color, at) => command('play', color, at)

async function starts() {
  const {controller, tracker} = begin()
  controller.start()
  const first = [command('name'), command('version'), command('protocol_version'), command('list_commands')]
  const initial = [command('kata-set-rules', 'japanese'), command('time_settings', '0', '1', '1')]
  const answers = await Promise.all([...first, ...initial].map((each) => controller.sendCommand(each)))
  assert(answers.every(({error}) => !error))
  const [name, version, protocol, list] = answers.map(({content}) => content)
  assert.equal(name, 'Wakari')
  assert(version.includes('rules)'), version)
  assert.equal(protocol, '2')
  const known = list.split('\n')
  for (const wanted of ['kata-analyze', 'lz-analyze', 'kata-genmove_analyze', 'lz-genmove_analyze', 'undo']) {
    assert(known.includes(wanted), wanted)
  }
  assert(known.includes('set_free_handicap') && known.includes('rectangular_boardsize'))
  for (const name of known) {
    assert(/^[a-zA-Z_-]+$/.test(name), JSON.stringify(name))
    assert(!['analyze', 'genmove_analyze', 'kgs-chat'].includes(name) && !name.startsWith('gogui-rules'), name)
  }
  await syncs(controller, tracker)
  await analyzes(controller, tracker)
  await controller.stop()
}

/// The board as rows of `.`, `X`, `O`, from the top.
async function board(controller) {
  const {content} = await controller.sendCommand(command('showboard'))
  const rows = content.split('\n').filter((line) => /^\s*[0-9]+ /.test(line))
  return rows.map((row) => row.trim().split(/\s+/).slice(1, -1).join(''))
}

async function stones(controller) {
  const text = (await board(controller)).join('')
  return [...text].filter((sign) => sign !== '.' && sign !== '+').length
}

async function syncs(controller, tracker) {
  const sent = []
  controller.on('command-sent', ({command}) => sent.push(command.name))
  const game = [play('B', 'E5'), play('W', 'C3'), play('B', 'G7'), play('W', 'pass')]
  await tracker.sync({komi: 0.5, boardsize: [9, 9], history: game})
  assert.equal(await stones(controller), 3)
  // Two moves back and another one: by undo, all written at once.
  sent.length = 0
  await tracker.sync({komi: 0.5, boardsize: [9, 9], history: [...game.slice(0, 3), play('W', 'C7')]})
  assert.deepEqual(sent, ['undo', 'play'])
  assert.equal(await stones(controller), 4)
  // Another beginning: from the empty board. Komi has outlived it.
  await tracker.sync({komi: 0.5, boardsize: [9, 9], history: [play('B', 'A1'), play('B', 'A2')]})
  assert.equal(await stones(controller), 2)
  assert.equal((await controller.sendCommand(command('get_komi'))).content, '0.5')
  // Every list of two or more black stones comes as handicap stones.
  const diagram = command('set_free_handicap', 'A1', 'B1', 'C1', 'C2', 'J9')
  const defence = [diagram, play('W', 'A2'), play('W', 'B2'), play('B', 'E5')]
  await tracker.sync({komi: 6.5, boardsize: [9, 9], history: defence})
  assert.equal(await stones(controller), 8)
  await tracker.sync({komi: 6.5, boardsize: [9, 9], history: defence.slice(0, 3)})
  assert.equal(await stones(controller), 7)
  await tracker.sync({komi: 6.5, boardsize: [9, 7], history: [play('B', 'J7')]})
  assert.equal((await board(controller)).length, 7)
  // What cannot be played fails as a whole, and the next time all is well again.
  const impossible = tracker.sync({komi: 6.5, boardsize: [9, 9], history: [play('B', 'A1'), play('W', 'A1')]})
  await assert.rejects(impossible)
  await tracker.sync({komi: 6.5, boardsize: [9, 9], history: game})
  assert.equal(await stones(controller), 3)
  const refused = await controller.sendCommand(play('B', 'E5'))
  assert(refused.error && refused.content.startsWith('illegal move'), refused.content)
}

/// Starts an analysis, waits for so many lines, and ends it as Sabaki does.
async function watch(controller, analysis, count) {
  const lines = []
  await new Promise((resolve) => {
    const ended = controller.sendCommand(analysis, ({line}) => {
      if (line.startsWith('info ')) lines.push(line)
      if (lines.length === count) {
        const abort = controller.sendCommand(command('protocol_version'))
        resolve(Promise.all([ended, abort]))
      }
    })
  }).then(([ended, abort]) => {
    assert(!ended.error && abort.content === '2')
  })
  return lines
}

async function analyzes(controller, tracker) {
  for (const name of ['kata-analyze', 'lz-analyze']) {
    for (const color of ['B', 'W']) await watch(controller, command(name, color, '5'), 4)
  }
  const lines = await watch(controller, command('kata-analyze', 'W', '10', 'ownership', 'true'), 2)
  for (const line of lines) {
    const owned = checkInfos('kata-analyze', line)
    assert.equal(owned.length, 81)
    assert(owned.every((number) => number >= -1 && number <= 1))
  }
  for (const name of ['kata-genmove_analyze', 'lz-genmove_analyze', 'genmove']) {
    const before = tracker.state.history.length
    const found = []
    const args = name === 'genmove' ? ['B'] : ['B', '50']
    const {error, content} = await tracker.queueCommand(command(name, ...args), ({line}) => found.push(line))
    assert(!error, content)
    if (name === 'genmove') assert(vertex.test(content) || content === 'pass', content)
    else assert(/^play ([A-HJ-Z][0-9]+|pass)$/.test(found.at(-2)), found.at(-2))
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.equal(tracker.state.history.length, before + 1, name)
    assert.equal(tracker.state.history.at(-1).name, 'play')
    assert(!(await controller.sendCommand(command('undo'))).error)
  }
}

/// Sabaki kills an engine that has not ended three seconds after `quit`. On a busy machine the engine
/// may take longer than that; here it has to end by itself, long before the minute it could think.
async function quitsWhileItThinks() {
  for (const thinking of [command('kata-analyze', 'B', '20'), command('genmove', 'B')]) {
    const {controller} = begin()
    controller.start()
    await controller.sendCommand(command('time_settings', '0', '60', '1'))
    const exited = new Promise((resolve) => controller.process.once('exit', (...how) => resolve(how)))
    controller.sendCommand(thinking).catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 300))
    const begun = Date.now()
    await controller.stop(60000)
    assert(Date.now() - begun < 20000, `${thinking.name}: ${Date.now() - begun} ms`)
    assert.deepEqual(await exited, [0, null])
  }
}

starts()
  .then(quitsWhileItThinks)
  .then(() => console.log('Sabaki: ok'))
  .catch((error) => {
    console.error(error)
    process.exit(1)
  })
