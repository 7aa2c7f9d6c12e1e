import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Makes a folder and those above it, one by one: Node's own recursive mkdir never returns below /proc. */
export function makeFolder(path: string) {
  const missing = []
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder)
  for (const folder of missing) makeOne(folder)
}

/** Another process that starts at the same time may have made it since it was missing. */
function makeOne(folder: string) {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
