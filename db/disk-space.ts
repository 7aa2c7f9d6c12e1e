import { statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const MIN_FREE_SHARE = 0.05

/** What is free on the disk of a database. */
export function diskSpace(databasePath: string) {
  const { bavail, blocks, bsize } = statfsSync(dirname(resolve(databasePath)))
  const freeShare = bavail / blocks
  return { freeBytes: bavail * bsize, freeShare, isEnough: freeShare > MIN_FREE_SHARE }
}
