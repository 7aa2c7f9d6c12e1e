import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

const OWNER_ONLY = 0o600

/** Synced before it gets its name, so that no crash leaves half a file. Replaces what has the name, in one step. */
export function moveIntoPlace(draft: string, file: string) {
  chmodSync(draft, OWNER_ONLY)
  sync(draft)
  renameSync(draft, file)
  sync(dirname(file))
}

/** Gives a file a second name, or a copy where the file system has no links. */
export function keepAlso(file: string, secondName: string) {
  try {
    linkSync(file, secondName)
  } catch {
    copyFileSync(file, secondName, constants.COPYFILE_EXCL)
    sync(secondName)
  }
  sync(dirname(secondName))
}

export function isSameFile(one: string, other: string): boolean {
  const [left, right] = [statSync(one), statSync(other)]
  return left.dev === right.dev && left.ino === right.ino
}

/** Copies files that never change once they exist, such as pictures named by their content. @returns the missing ones */
export function copyMissing(names: readonly string[], from: string, to: string): string[] {
  const missing = []
  for (const name of names) {
    const [source, target] = [join(from, name), join(to, name)]
    if (existsSync(target)) continue
    if (existsSync(source)) copyWhole(source, target)
    else missing.push(name)
  }
  return missing
}

function copyWhole(source: string, target: string) {
  const draft = `${target}.part`
  mkdirSync(dirname(target), { recursive: true })
  rmSync(draft, { force: true })
  copyFileSync(source, draft, constants.COPYFILE_FICLONE)
  moveIntoPlace(draft, target)
}

function sync(path: string) {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
