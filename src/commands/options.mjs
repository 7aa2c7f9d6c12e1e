import { parseArgs } from 'node:util'
import { stop } from './process.mjs'

/** The options of a script that takes nothing else. Ends it, by name, for an unknown option or argument. */
export function readOptions(options = {}) {
  try {
    return parseArgs({ options, strict: true }).values
  } catch (error) {
    return stop(`${error.message.split('. ')[0]}.`)
  }
}
