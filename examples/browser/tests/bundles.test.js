// The package in bundles and as a script or module of a page, in Chromium; as a module in Node.js; its types.
const test = require('node:test')
const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const {execFileSync} = require('node:child_process')
const {promisify} = require('node:util')
const {told, noBrowser} = require('./chromium.js')

const root = path.join(__dirname, '..')

function installed(name) {
  try {
    return require(name)
  } catch {
    return null
  }
}
const webpack = installed('webpack')
const typescript = installed('typescript')

/** What a project finds in `node_modules`: the package as it is published, under one of its names. */
function project(name, entry) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wakari-bundle-'))
  const home = path.join(folder, 'node_modules', name)
  fs.mkdirSync(home, {recursive: true})
  const isLicense = name => name.startsWith('LICENSE')
  for (const file of ['package.json', ...require('../package.json').files.filter(name => !isLicense(name))]) {
    fs.copyFileSync(path.join(root, file), path.join(home, file))
  }
  for (const [file, text] of Object.entries(entry)) fs.writeFileSync(path.join(folder, file), text)
  return folder
}

// The calls of Sabaki's scoring and estimator, with the address that Sabaki names.
const CALLS = `
  deadstones.useFetch('./node_modules/@sabaki/deadstones/wasm/deadstones_bg.wasm')
  const board = Array.from({length: 5}, (_, y) => y === 4 ? [-1, 0, 1, -1, 0] : [0, 0, 1, -1, 0])
  deadstones.guess(board, {finished: true, iterations: 10})
    .then(dead => told('dead ' + JSON.stringify(dead)), error => told(error.message))
`
const EXPECTED = 'dead [[0,4]]'

// Sabaki's own configuration, but for its entry, its aliases of React and warnings of size.
const sabaki = folder => ({
  entry: './main.js',
  output: {filename: 'bundle.js', path: folder},
  devtool: false,
  performance: false,
  target: 'electron-renderer',
  node: {__dirname: false},
  externals: {
    '@sabaki/i18n': 'require("@sabaki/i18n")',
    'cross-spawn': 'null',
    'iconv-lite': 'require("iconv-lite")',
    moment: 'null'
  }
})
const web = folder => ({entry: './main.js', output: {filename: 'bundle.js', path: folder}, devtool: false, performance: false, target: 'web'})

async function bundled(folder, configuration) {
  const stats = await promisify(webpack)({...configuration(folder), context: folder, mode: 'production'})
  assert.ok(!stats.hasErrors() && !stats.hasWarnings(), stats.toString())
}

const LOADED = {
  import: "import deadstones from '@sabaki/deadstones'",
  'named import': "import * as deadstones from '@sabaki/deadstones'",
  require: "const deadstones = require('@sabaki/deadstones')"
}
// Electron's renderer, as far as the package can tell: with Node.js, whose files are not those of the bundle, and without.
const PROCESS = "globalThis.process = {type: 'renderer', versions: {node: '22.0.0', electron: '38.0.0'}}"
const ELECTRON = `<script>
  ${PROCESS}
  globalThis.__dirname = '/nowhere'
  globalThis.require = () => ({promises: {readFile: async path => { throw new Error('no file ' + path) }}})
</script>`
const SANDBOX = `<script>${PROCESS}</script>`

const noBundles = (!webpack && 'webpack is not installed') || noBrowser
for (const [configuration, where, before] of [
  [sabaki, "Electron's renderer", ELECTRON], [sabaki, "Electron's sandbox", SANDBOX], [web, 'a browser', '']
]) {
  for (const [way, load] of Object.entries(LOADED)) {
    test(`in a bundle by the configuration ${configuration.name}, by ${way}, in ${where}`, {skip: noBundles}, async () => {
      const folder = project('@sabaki/deadstones', {'main.js': load + CALLS})
      try {
        await bundled(folder, configuration)
        // A bundle by `require` has the module next to it; one by `import` has a copy of its own.
        if (way === 'require') fs.copyFileSync(path.join(root, 'wakari.wasm'), path.join(folder, 'wakari.wasm'))
        else fs.rmSync(path.join(folder, 'node_modules'), {recursive: true})
        assert.strictEqual(await told(folder, `<!doctype html>${before}<script src="bundle.js"></script>`), EXPECTED)
      } finally {
        fs.rmSync(folder, {recursive: true, force: true})
      }
    })
  }
}

const deadstones = installed('@sabaki/deadstones')
const noTheirs = noBundles || (!deadstones && '@sabaki/deadstones is not installed')
test('the module of @sabaki/deadstones at the named address is passed over', {skip: noTheirs}, async () => {
  const folder = project('wakari', {'main.js': LOADED.import.replace('@sabaki/deadstones', 'wakari') + CALLS})
  try {
    await bundled(folder, sabaki)
    const theirs = path.join(folder, 'node_modules/@sabaki/deadstones/wasm')
    fs.mkdirSync(theirs, {recursive: true})
    fs.copyFileSync(
      path.join(path.dirname(require.resolve('@sabaki/deadstones')), '../wasm/deadstones_bg.wasm'),
      path.join(theirs, 'deadstones_bg.wasm')
    )
    assert.strictEqual(await told(folder, `${ELECTRON}<script src="bundle.js"></script>`), EXPECTED)
  } finally {
    fs.rmSync(folder, {recursive: true, force: true})
  }
})

const PAGES = {
  'a script': `<script src="node_modules/wakari/index.js"></script><script>const deadstones = wakari;${CALLS}</script>`,
  'a module': `<script type="module">import deadstones from './node_modules/wakari/index.mjs';${CALLS}</script>`
}
for (const [way, page] of Object.entries(PAGES)) {
  test(`on a page as ${way}, in a folder below it`, {skip: noBrowser}, async () => {
    const folder = project('wakari', {})
    try {
      assert.strictEqual(await told(folder, page), EXPECTED)
    } finally {
      fs.rmSync(folder, {recursive: true, force: true})
    }
  })
}

test('where the module is missing, the error names the places', {skip: noBrowser}, async () => {
  const folder = project('wakari', {})
  try {
    fs.rmSync(path.join(folder, 'node_modules/wakari/wakari.wasm'))
    const title = await told(folder, PAGES['a script'])
    assert.match(title, /useFetch\(\).*deadstones_bg\.wasm: 404.*node_modules\/wakari\/wakari\.wasm: 404/)
  } finally {
    fs.rmSync(folder, {recursive: true, force: true})
  }
})

test('in Node.js by import and require, from another folder', () => {
  const call = `
    const dead = await deadstones.guess([[1, 0, 0], [0, 0, 1], [0, 1, 0]], {finished: true})
    console.log(JSON.stringify(dead), typeof deadstones.useFetch)
  `
  const folder = project('wakari', {
    'default.mjs': `import deadstones from 'wakari';${call}`,
    'named.mjs': `import * as deadstones from 'wakari';${call}`,
    'required.cjs': `const deadstones = require('wakari');(async () => {${call}})()`
  })
  try {
    for (const file of ['default.mjs', 'named.mjs', 'required.cjs']) {
      const told = execFileSync(process.execPath, [path.join(folder, file)], {encoding: 'utf8', cwd: os.tmpdir()})
      assert.strictEqual(told, '[] function\n', file)
    }
  } finally {
    fs.rmSync(folder, {recursive: true, force: true})
  }
})

test('the types fit both ways to load it', {skip: !typescript && 'typescript is not installed'}, () => {
  const use = `
    async function use(board: number[][]): Promise<string> {
      const dead: [number, number][] = await wakari.guess(board, {finished: true, iterations: 100})
      const map: number[][] = await wakari.getProbabilityMap(board, 100)
      const end: number[][] = await wakari.playTillEnd(board, 1)
      const floating: [number, number][] = await wakari.getFloatingStones(board)
      const judged = await wakari.judge(board, {picture: true, explain: [[0, 0]], rules: 'chinese'})
      const names: string[] = await wakari.useFetch('wakari.wasm').ruleSets()
      return judged.picture?.svg ?? judged.score + dead + map + end + floating + names
    }
    use([])
  `
  const folder = project('wakari', {
    'default.mts': `import wakari from 'wakari';${use}`,
    'named.mts': `import * as wakari from 'wakari';${use}`,
    'required.cts': `import wakari = require('wakari');${use}`
  })
  try {
    const files = ['default.mts', 'named.mts', 'required.cts'].map(file => path.join(folder, file))
    const program = typescript.createProgram(files, {
      strict: true, noEmit: true, target: typescript.ScriptTarget.ES2022, types: [],
      module: typescript.ModuleKind.Node16, moduleResolution: typescript.ModuleResolutionKind.Node16
    })
    const wrong = typescript.getPreEmitDiagnostics(program)
    const told = wrong.map(each => typescript.flattenDiagnosticMessageText(each.messageText, '\n'))
    assert.deepStrictEqual(told, [])
    const calls = Object.keys(require('..')).sort()
    const source = program.getSourceFile(path.join(folder, 'node_modules/wakari/index.d.ts'))
    const functions = source.statements.filter(typescript.isFunctionDeclaration).map(each => each.name.text)
    assert.deepStrictEqual(functions.sort(), calls)
  } finally {
    fs.rmSync(folder, {recursive: true, force: true})
  }
})
