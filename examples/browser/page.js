// Writes the page with everything in it, so that it can be opened from anywhere.
const fs = require('fs')
const path = require('path')

const read = (name, encoding) => fs.readFileSync(path.join(__dirname, name), encoding)
const example = name => read(`../../gtp-tests/${name}`, 'utf8').replace(/\s*\n\s*/g, '')
const page = read('page.template.html', 'utf8')
  .replace('/*INDEX*/', () => JSON.stringify(read('index.js', 'utf8')))
  .replace('/*WASM*/', () => read('wakari.wasm', 'base64'))
  .replace(/\/\*EXAMPLE (\S+)\*\//g, (_, name) => JSON.stringify(example(name)))
process.stdout.write(page)
