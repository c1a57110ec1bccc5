// Writes the page with everything in it, so that it can be opened from anywhere.
const fs = require('fs')
const path = require('path')

const read = (name, encoding) => fs.readFileSync(path.join(__dirname, name), encoding)
const page = read('page.template.html', 'utf8')
  .replace('/*INDEX*/', () => read('index.js', 'utf8'))
  .replace('/*WASM*/', () => read('wakari.wasm', 'base64'))
process.stdout.write(page)
