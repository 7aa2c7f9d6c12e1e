import { resolve } from 'node:path'
import { reasonOf } from '#src/reason.ts'
import { benchScript } from './checkout.ts'
import type { Figure, Findings, Measured, Row } from './measured.ts'
import { finish, SERVED } from './processes.ts'
import type { Stage } from './stage.ts'

export type Placed = {
  one: Measured
  eight: Measured
  full: Measured
  normal: Measured
  prepareMs: number
  statements: number
}

export const PLACED_BY_EIGHT = 'in process: orders placed, eight at once'
export const ORDER_STATEMENTS = 'statements an order'
const SECONDS = 12
const BRIEF_SECONDS = 6

/** Orders without HTTP or a provider: the cost of a paid order's two durable transactions. */
export async function measurePlacing(stage: Stage): Promise<Findings> {
  try {
    return await place(stage)
  } catch (error) {
    if (stage.checkout.isOurs) throw error
    // It calls the shop's own functions, which an older checkout may not have.
    stage.say(`  orders could not be placed in ${stage.checkout.name}: ${reasonOf(error)}`)
    return { rows: [], figures: [] }
  }
}

async function place({ name: shop, checkout, size, pace, copy }: Stage): Promise<Findings> {
  const seconds = (size.isWhole ? SECONDS : BRIEF_SECONDS) * pace
  const args = ['--import', 'tsx', benchScript(checkout, 'placing.ts'), String(seconds), resolve(copy())]
  const said = await finish(SERVED, args, { folder: checkout.folder, env: { NODE_ENV: 'production' } })
  const { one, eight, full, normal, prepareMs, statements } = JSON.parse(said) as Placed
  const yardstick = { name: 'bare order, FULL', measured: full }
  const rows: Row[] = [
    { shop, name: 'in process: bare order, NORMAL', measured: normal },
    { shop, name: 'in process: bare order, FULL', measured: full },
    { shop, name: 'in process: orders placed, one at a time', measured: one, yardstick },
    { shop, name: PLACED_BY_EIGHT, measured: eight, yardstick },
  ]
  const figures: Figure[] = [
    { shop, name: ORDER_STATEMENTS, value: statements, unit: '' },
    { shop, name: 'to prepare an order, one at a time', value: prepareMs, unit: 'ms' },
  ]
  return { rows, figures }
}
