import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const START = 'work-'

/** A folder for this run's copies. Deletes those of interrupted runs. */
export function workFolder(cache: string): string {
  mkdirSync(cache, { recursive: true })
  for (const name of readdirSync(cache)) {
    if (name.startsWith(START) && !isRunning(Number(name.slice(START.length))))
      rmSync(join(cache, name), { recursive: true, force: true })
  }
  const folder = join(cache, `${START}${process.pid}`)
  mkdirSync(folder)
  return folder
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
