// A game dropped on the page, in Chromium without a window.
const test = require('node:test')
const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const {execFileSync, spawnSync} = require('node:child_process')

const names = ['chromium', 'chromium-browser', 'google-chrome']
const browser = names.find(name => !spawnSync(name, ['--version']).error)

// What the page holds once a file has been dropped on it.
function dropped(sgf) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wakari-page-'))
  try {
    const drop = `<script>addEventListener('load', () => {
      const data = new DataTransfer()
      data.items.add(new File([${JSON.stringify(sgf)}], 'game.sgf'))
      const event = new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})
      document.getElementById('drop').dispatchEvent(event)
    })</script></body>`
    const page = fs.readFileSync(path.join(__dirname, '../page.html'), 'utf8')
    const file = path.join(folder, 'page.html')
    fs.writeFileSync(file, page.replace('</body>', () => drop))
    return execFileSync(browser, [
      '--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run',
      `--user-data-dir=${folder}/profile`, '--virtual-time-budget=20000', '--dump-dom', `file://${file}`
    ], {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 << 20, timeout: 60000})
  } finally {
    fs.rmSync(folder, {recursive: true, force: true})
  }
}

const skip = !browser && 'there is no Chromium'
test('a game that is dropped is scored and drawn', {skip}, () => {
  const page = dropped('(;SZ[3]KM[0]RU[Chinese]RE[B+9];B[bb];W[];B[])')
  assert.match(page, /role="status">B\+9 by chinese, \w+; the record says B\+9</)
  assert.strictEqual(page.match(/class="alive"/g).length, 1)
  assert.strictEqual(page.match(/class="territory black"/g).length, 8)
})

test('what is no game is said to be none', {skip}, () => {
  assert.match(dropped('nothing'), /role="status">[^<]*there is no game/)
})
