// The package for `import`, in Node.js, bundlers and browsers. Where `index.js` is no CommonJS module, it sets a global.
import * as loaded from './index.js'

const wakari = loaded.default ?? globalThis.wakari
// Bundlers replace this address by that of a copy.
wakari.useFetch(new URL('./wakari.wasm', import.meta.url).href)

export default wakari
export const {
  guess, getProbabilityMap, playTillEnd, getFloatingStones, judge, score, ruleSets, decode, useFetch, useBytes
} = wakari
