// A module of a client's checkout as a function of this process, with other things in place of some that it imports.

const fs = require('node:fs')
const path = require('node:path')
const {createRequire} = require('node:module')
const esbuild = require('esbuild')

/// What the file exports. `stubs` has, for patterns of what is imported, the text of a module to take instead; what is
/// not bundled is looked for in the packages of the checkout.
module.exports = async (checkout, file, stubs) => {
  const instead = {
    name: 'instead',
    setup: (build) => {
      stubs.forEach(([pattern, contents], index) => {
        const namespace = `stub${index}`
        build.onResolve({filter: pattern}, () => ({path: namespace, namespace}))
        build.onLoad({filter: /.*/, namespace}, () => ({contents}))
      })
    },
  }
  // TypeScript takes such an import for what `require` gives, which may be a function.
  const required = {
    name: 'required',
    setup: (build) =>
      build.onLoad({filter: /\.ts$/}, ({path}) => {
        const text = fs.readFileSync(path, 'utf8')
        return {loader: 'ts', contents: text.replace(/^import \* as (\w+) from ("[a-z][^"]*")/gm, 'import $1 = require($2)')}
      }),
  }
  const built = await esbuild.build({
    entryPoints: [path.join(checkout, file)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    plugins: [instead, required],
  })
  const loaded = {exports: {}}
  const from = createRequire(path.join(path.resolve(checkout), 'package.json'))
  new Function('module', 'exports', 'require', built.outputFiles[0].text)(loaded, loaded.exports, from)
  return loaded.exports
}
