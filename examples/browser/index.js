// Dead stones and scores, judged by Wakari in WebAssembly: the functions of @sabaki/deadstones, and `judge` and `score`.
// A CommonJS module for Node.js, Electron and bundlers, or a script that sets the global `wakari`. `index.mjs` is for `import`.

(function (root) {
  'use strict'

  const COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'
  const USUAL_SEED = 1

  const files = nodeFiles()
  const script = typeof document === 'object' && document.currentScript ? document.currentScript.src : ''

  // Addresses of `wakari.wasm` given by `useFetch`, the newest first.
  const addresses = []
  let bytes = null
  let compiled = null
  let instance = null

  // The file system, if there is one: bundles for browsers and Electron have `require`, but perhaps no files.
  function nodeFiles() {
    try {
      return require('fs').promises
    } catch {
      return undefined
    }
  }

  async function fetched(address) {
    if (files && address.startsWith('file:')) return files.readFile(new URL(address))
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
    return response.arrayBuffer()
  }

  // Ways to get `wakari.wasm`, the best first. A bundler may have moved this file away from it, and `__dirname` may be the
  // folder of a page.
  function sources() {
    if (bytes) return [['the bytes given', async () => bytes]]
    const found = addresses.map(address => [address, () => fetched(address)])
    if (files && typeof __dirname === 'string') {
      const path = `${__dirname}/wakari.wasm`
      found.push([path, () => files.readFile(path)])
    }
    if (typeof location === 'object') {
      const address = script ? new URL('wakari.wasm', script).href : 'wakari.wasm'
      found.push([address, () => fetched(address)])
    }
    return found
  }

  async function compile() {
    const failures = []
    for (const [place, read] of sources()) {
      try {
        const module = await WebAssembly.compile(await read())
        if (WebAssembly.Module.exports(module).some(({name}) => name === 'rule_sets')) return module
        failures.push(`${place} is another module`)
      } catch (error) {
        failures.push(`${place}: ${error.message}`)
      }
    }
    throw new Error(`wakari.wasm was not found; name its address by useFetch(). Tried: ${failures.join('; ') || 'nothing'}`)
  }

  async function start() {
    compiled = compiled || compile()
    try {
      instance = instance || (await WebAssembly.instantiate(await compiled, {}))
    } catch (error) {
      compiled = null
      throw error
    }
    return instance.exports
  }

  // Calls a function on some bytes. One that breaks down leaves nothing that the next call could trip over.
  async function call(name, input, ...rest) {
    const wasm = await start()
    try {
      // The memory is another one after it has grown.
      const at = wasm.room(input.length)
      new Uint8Array(wasm.memory.buffer, at, input.length).set(input)
      const length = wasm[name](...rest)
      const place = wasm.place()
      const output = new Uint8Array(wasm.memory.buffer, place, length)
      return JSON.parse(new TextDecoder().decode(output))
    } catch (error) {
      instance = null
      throw new Error(`internal error: ${error.message}`)
    }
  }

  const vertex = (x, y, height) => `${COLUMNS[x]}${height - y}`
  const place = (name, height) => [COLUMNS.indexOf(name[0]), height - Number(name.slice(1))]

  // Boards of other sizes cannot be judged.
  const fits = side => side >= 2 && side <= 25

  function checked(signMap) {
    const width = signMap.length > 0 ? signMap[0].length : 0
    if (!fits(width) || !fits(signMap.length) || signMap.some(row => row.length !== width)) {
      throw new Error('a board has 2 to 25 rows of equal length, 2 to 25 points each')
    }
    return width
  }

  function position(signMap) {
    const width = checked(signMap)
    const stones = []
    signMap.forEach((row, y) => row.forEach((sign, x) => {
      if (sign) stones.push([sign > 0 ? 'b' : 'w', vertex(x, y, signMap.length)])
    }))
    return {size: [width, signMap.length], stones}
  }

  // One byte a point: 0 empty, 1 black, 2 white.
  const signs = signMap =>
    Uint8Array.from([].concat(...signMap), sign => (sign > 0 ? 1 : sign < 0 ? 2 : 0))

  const grid = (values, width) =>
    Array.from({length: values.length / width}, (_, y) => values.slice(y * width, (y + 1) * width))

  async function onBoard(name, signMap, ...rest) {
    const width = checked(signMap)
    const values = await call(name, signs(signMap), width, ...rest)
    if (!values) throw new Error('the stones cannot stand on the board')
    return grid(values, width)
  }

  // Vertices by name, or on a board of known height as [x, y].
  function named(points, height) {
    return points.map(point => {
      if (typeof point === 'string') return point
      if (height === undefined) throw new Error(`[${point}]: points of a record are named, as in 'D4'`)
      return vertex(point[0], point[1], height)
    })
  }

  function whole(name, value, least, most) {
    if (Number.isInteger(value) && value >= least && value <= most) return value
    throw new Error(`${name}: not a whole number from ${least} to ${most}`)
  }

  const playouts = iterations => whole('iterations', iterations, 1, 1e6)

  async function ask(request, {iterations, seconds, seed = USUAL_SEED}) {
    const text = new TextEncoder().encode(JSON.stringify(request))
    // 0 stands for what is usual.
    const asked = iterations === undefined ? 0 : playouts(iterations)
    whole('seed', seed, 0, 2 ** 32 - 1)
    const answer = await call('answer', text, asked, seconds || 0, seed)
    if ('error' in answer) throw new Error(answer.error)
    return answer
  }

  const KEYS = ['rules', 'komi', 'after', 'to_move', 'prisoners', 'judge_as', 'language', 'compare', 'picture']

  // Without a height, which a record has, points are vertices by name.
  function terms(options, height) {
    const said = {}
    for (const key of KEYS) if (options[key] !== undefined) said[key] = options[key]
    if (options.dead) said.dead = named(options.dead, height)
    if (options.explain) {
      said.explain = options.explain === true ? true : named(options.explain, height)
    }
    return said
  }

  async function judge(signMap, options = {}) {
    const request = {judge_as: 'game', ...position(signMap), ...terms(options, signMap.length)}
    return ask(request, options)
  }

  async function score(sgf, options = {}) {
    return ask({sgf, check: true, ...terms(options)}, options)
  }

  async function guess(signMap, {finished = false, iterations, rules, seconds, seed} = {}) {
    if (signMap.length === 0) return []
    if (!fits(signMap.length) || !fits(signMap[0].length)) {
      return finished ? getFloatingStones(signMap) : []
    }
    const judged = await judge(signMap, {iterations, rules, seconds, seed})
    const dead = judged.statuses.filter(chain => chain.status === 'dead')
    return [].concat(...dead.map(chain => chain.stones.map(name => place(name, signMap.length))))
  }

  async function getProbabilityMap(signMap, iterations = 100) {
    return onBoard('lean', signMap, playouts(iterations), USUAL_SEED)
  }

  async function playTillEnd(signMap, sign) {
    return onBoard('finish', signMap, sign, Math.floor(Math.random() * 2 ** 32))
  }

  const neighbors = ([x, y]) => [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]]

  // The points that are connected with one and pass a test.
  function connected(signMap, from, passes) {
    const seen = new Map([[String(from), from]])
    for (const at of seen.values()) {
      for (const next of neighbors(at)) {
        const row = signMap[next[1]]
        if (row === undefined || row[next[0]] === undefined || seen.has(String(next))) continue
        if (passes(row[next[0]])) seen.set(String(next), next)
      }
    }
    return [...seen.values()]
  }

  // Stones inside what the other color surrounds that surround no more than a point themselves. From an empty point on, the
  // land of a side is what can be reached without crossing its stones; the other's stones in it float unless they keep
  // points for themselves.
  async function getFloatingStones(signMap) {
    const done = new Set()
    const floating = []
    const signAt = ([x, y]) => signMap[y][x]
    const landOf = (side, from) => {
      const area = connected(signMap, from, sign => sign !== side)
      return {area, floating: area.filter(at => signAt(at) === -side)}
    }
    const kept = (land, other) => {
      const reached = new Set(other.area.map(String))
      return land.area.filter(at => signAt(at) === 0 && !reached.has(String(at))).length
    }
    signMap.forEach((row, y) => row.forEach((sign, x) => {
      if (sign !== 0 || done.has(String([x, y]))) return
      const [black, white] = [1, -1].map(side => landOf(side, [x, y]))
      const isLand = (land, other) =>
        kept(land, other) <= 1 && land.floating.length <= other.floating.length
      const [isBlack, isWhite] = [isLand(black, white), isLand(white, black)]
      const found = isBlack === isWhite
        ? {area: connected(signMap, [x, y], sign => sign === 0), floating: []}
        : isBlack ? black : white
      found.area.forEach(at => done.add(String(at)))
      floating.push(...found.floating)
    }))
    return floating
  }

  const api = {
    guess,
    getProbabilityMap,
    playTillEnd,
    getFloatingStones,
    judge,
    score,
    ruleSets: () => call('rule_sets', new Uint8Array(0)),
    decode: data => call('decode', new Uint8Array(data)),
    useFetch(path) {
      addresses.unshift(String(path))
      return api
    },
    useBytes(source) {
      bytes = source
      return api
    }
  }

  if (typeof module === 'object' && module.exports) module.exports = api
  else root.wakari = api
})(typeof globalThis === 'object' ? globalThis : this)
