import { cpSync, existsSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { BASE, commitOf } from './history.ts'
import { ASKING, finish } from './processes.ts'

/** A checkout of the project whose built servers are measured. Each creates its shops with its own migrations. */
export type Checkout = { folder: string; name: string; commit: string; isOurs: boolean }

/** Inside the folder, so that the code resolves that checkout's modules. */
const BENCH_THERE = '.build/bench'

export async function openCheckout(path: string): Promise<Checkout> {
  const folder = resolve(path)
  if (!existsSync(join(folder, 'build.mjs'))) throw new Error(`${folder} is no checkout of this project.`)
  const isOurs = folder === BASE
  await finish(ASKING, ['build.mjs'], { folder })
  if (!isOurs) {
    rmSync(join(folder, BENCH_THERE), { recursive: true, force: true })
    cpSync('test/bench', join(folder, BENCH_THERE), { recursive: true })
  }
  return { folder, name: basename(folder), commit: commitOf(folder), isOurs }
}

/** The path at which that checkout runs a script of this benchmark with its own modules. */
export const benchScript = ({ isOurs }: Checkout, name: string): string =>
  join(isOurs ? 'test/bench' : BENCH_THERE, name)
