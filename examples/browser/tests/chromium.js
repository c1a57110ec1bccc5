// Pages in Chromium without a window. A page says what it has found by `told(text)`.
const fs = require('node:fs')
const http = require('node:http')
const os = require('node:os')
const path = require('node:path')
const {spawn, spawnSync} = require('node:child_process')

const names = ['chromium', 'chromium-browser', 'google-chrome']
const browser = names.find(name => !spawnSync(name, ['--version']).error)

const TYPES = {'.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm'}
const PATIENCE = 120000

/**
 * Opens the page `index.html` of a folder, served, or as a file if `fromFile`, and returns the first text that it tells. The
 * page begins with `script`, in which `told` is known.
 */
async function told(folder, page, {script = '', fromFile = false} = {}) {
  let tell
  const answer = new Promise(resolve => { tell = resolve })
  const server = http.createServer((request, response) => {
    if (request.method === 'POST') {
      let text = ''
      request.setEncoding('utf8').on('data', part => { text += part }).on('end', () => {
        response.end()
        tell(text)
      })
      return
    }
    const file = path.join(folder, decodeURIComponent(new URL(request.url, 'http://localhost').pathname))
    if (!file.startsWith(folder + path.sep) || !fs.existsSync(file) || !fs.statSync(file).isFile()) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {'content-type': TYPES[path.extname(file)] ?? 'text/plain'}).end(fs.readFileSync(file))
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${server.address().port}`
  const begin = `<script>
    const told = text => fetch('${address}/', {method: 'POST', mode: 'no-cors', body: text})
    addEventListener('error', event => told('error: ' + event.message))
    ${script}
  </script>`
  const marked = page.includes('<head>') ? page.replace('<head>', () => `<head>${begin}`) : begin + page
  const file = path.join(folder, 'index.html')
  fs.writeFileSync(file, marked)
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'wakari-profile-'))
  const running = spawn(browser, [
    '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run',
    `--user-data-dir=${profile}`, fromFile ? `file://${file}` : `${address}/index.html`
  ], {stdio: 'ignore', detached: true})
  const ended = new Promise(resolve => running.on('exit', resolve))
  const timer = setTimeout(() => tell('nothing in time'), PATIENCE)
  try {
    return await answer
  } finally {
    clearTimeout(timer)
    // With the processes that it started.
    process.kill(-running.pid, 'SIGKILL')
    await ended
    server.closeAllConnections()
    server.close()
    fs.rmSync(profile, {recursive: true, force: true, maxRetries: 20, retryDelay: 100})
  }
}

module.exports = {told, noBrowser: !browser && 'there is no Chromium'}
