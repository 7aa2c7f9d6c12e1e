import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Makes a folder and those above it, one by one: Node's own recursive mkdir never returns below /proc. */
export function makeFolder(path: string) {
  const missing = []
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder)
  for (const folder of missing) mkdirSync(folder)
}
