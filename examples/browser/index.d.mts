import * as wakari from './index.js'
export * from './index.js'
export default wakari
