import { exportBesideShoppers } from '../process/scenarios/export-beside-shoppers.ts'
import { killExports } from '../process/scenarios/exports.ts'
import { killShipping } from '../process/scenarios/ship-kills.ts'
import { withProcesses } from '../support/processes.ts'
import { figures } from './figures.ts'
import type { Proof } from './proof.ts'

const ORDERS = 1_000
const SHIP_KILLS = 5

export const exports: Proof = {
  name: 'exports',
  promise: `${figures.exportKills} exports of ${ORDERS} orders killed midway: each time one wave, whole files, the same bytes again`,
  play: () =>
    withProcesses(async (scene) => {
      const told = await killExports(scene, {
        kills: figures.exportKills,
        orders: ORDERS,
        seed: figures.seed,
      })
      return { ok: told.problems.length === 0 && told.waves === figures.exportKills, told }
    }),
}

/** Relative to the same run before the export. */
const MAX_SLOWDOWN = 1.5
const MAX_WAIT_MS = 50

export const exportLoad: Proof = {
  name: 'export-load',
  promise: `an export of ${figures.exportOrders} orders slows a shopper's slowest pages by at most half, and shipping them by at most ${MAX_WAIT_MS} ms`,
  play: () =>
    withProcesses(async (scene) => {
      const told = await exportBesideShoppers(scene, figures.exportOrders)
      const ok = told.busyP99 <= told.idleP99 * MAX_SLOWDOWN && told.shippingP99 <= told.idleP99 + MAX_WAIT_MS
      return { ok, told }
    }),
}

export const shipKills: Proof = {
  name: 'ship-kills',
  promise: `a wave of ${ORDERS} boxes ships once each, with one mail, though the shop is killed ${SHIP_KILLS} times while it ships`,
  play: () =>
    withProcesses(async (scene) => {
      const told = await killShipping(scene, { kills: SHIP_KILLS, orders: ORDERS, seed: figures.seed })
      return { ok: told.problems.length === 0 && told.cutShort > 0, told }
    }),
}
