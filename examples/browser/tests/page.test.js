// The page, opened as a file: a game dropped on it, its count and the reasons for a stone.
const test = require('node:test')
const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const {told, noBrowser} = require('./chromium.js')

/** What the page shows after `act` was run in it. */
async function shown(act) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wakari-page-'))
  const page = fs.readFileSync(path.join(__dirname, '../page.html'), 'utf8')
  const script = `
    const drop = text => {
      const data = new DataTransfer()
      data.items.add(new File([text], 'game.sgf'))
      const event = new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})
      document.getElementById('drop').dispatchEvent(event)
    }
    const text = id => document.getElementById(id).textContent
    const until = async test => { while (!test()) await new Promise(resolve => setTimeout(resolve, 50)) }
    const judged = () => until(() => text('result') && text('result') !== 'Judging…')
    addEventListener('load', async () => {
      try {
        await (async () => {${act}})()
        told(JSON.stringify({
          result: text('result'), terms: text('terms'), told: text('told'), board: document.getElementById('board').innerHTML,
          count: [...document.querySelectorAll('#count li')].map(item => item.textContent),
          legend: [...document.querySelectorAll('#legend li')].map(item => item.textContent),
          isWide: document.documentElement.scrollWidth > innerWidth
        }))
      } catch (error) {
        told('error: ' + error.message)
      }
    })
  `
  try {
    const answer = await told(folder, page, {script, fromFile: true})
    assert.ok(answer.startsWith('{'), answer)
    return JSON.parse(answer)
  } finally {
    fs.rmSync(folder, {recursive: true, force: true})
  }
}

const skip = noBrowser
test('a game that is dropped is counted and drawn', {skip}, async () => {
  const page = await shown(`drop('(;SZ[3]KM[0]RU[Chinese]RE[B+9];B[bb];W[];B[])'); await judged()`)
  assert.match(page.result, /B\+9 \(recorded B\+9\)/)
  assert.match(page.terms, /Chinese|chinese/)
  assert.match(page.count.join('\n'), /Black 9/)
  assert.match(page.board, /^<svg [^>]*role="img"[^>]*><title>The final board\. No stone is dead\.<\/title>/)
  assert.ok(page.legend.length > 0 && !page.isWide)
})

test('a stone that is clicked is explained', {skip}, async () => {
  const page = await shown(`
    document.querySelectorAll('[data-example]')[1].click()
    await judged()
    document.getElementById('rules').value = 'japanese-1989'
    document.getElementById('rules').dispatchEvent(new Event('change'))
    await judged()
    const svg = document.querySelector('#board svg')
    const box = svg.getBoundingClientRect()
    // A7, the first column and the third row of a picture of 264 units.
    const [x, y] = [36, 36 + 2 * 24].map(at => at / 264 * box.width)
    svg.dispatchEvent(new MouseEvent('click', {clientX: box.left + x, clientY: box.top + y, bubbles: true}))
    await until(() => text('told').length > 3)
  `)
  assert.match(page.told, /White A7, 7 stones: dead/)
  assert.match(page.told, /rules of 1989/)
  assert.strictEqual(page.board.match(/class="asked"/g).length, 1)
})

test('the words are Japanese if asked for', {skip}, async () => {
  const page = await shown(`
    document.getElementById('language').value = 'ja'
    drop('(;SZ[3]KM[0]RU[Japanese]RE[B+8];B[bb];W[];B[])')
    await judged()
  `)
  assert.match(page.result, /黒/)
})

test('what is no game is said to be none', {skip}, async () => {
  assert.match((await shown(`drop('nothing'); await judged()`)).result, /there is no game/)
})
