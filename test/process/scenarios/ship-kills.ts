import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { CENTER } from '../../support/clerks.ts'
import { type Processes, stopAll, until } from '../../support/processes.ts'
import { random as draw } from '../../support/random.ts'
import { readShop } from '../../support/shop-data.ts'
import {
  countOf,
  fillBoard,
  sellNothingByWeight,
  signInAsClerk,
  startExport,
  untilExported,
} from './exports.ts'

export type ShipKills = { kills: number; orders: number; seed: number }
export type ShipKillsOutcome = { boxes: number; cutShort: number; problems: string[] }

/** Kills the server repeatedly while it ships a wave's boxes, until a press completes. */
export async function killShipping(
  scene: Processes,
  { kills, orders, seed }: ShipKills,
): Promise<ShipKillsOutcome> {
  const databasePath = await scene.database('shipping')
  await fillBoard(databasePath, orders)
  sellNothingByWeight(databasePath)
  const port = await scene.freePort()
  let shop = await scene.server({ databasePath, port })
  const clerk = await signInAsClerk(shop)
  const { packing_wave_id } = await untilExported(clerk, await startExport(clerk))
  const ship = () =>
    clerk.call('POST', `${CENTER}/packing_waves/${packing_wave_id}/shipped`, { select_all: 'filter' })
  const shipped = () => countOf(databasePath, sql`shipments where wave_id = ${packing_wave_id}`)
  const random = draw(seed).next
  let cutShort = 0
  for (let kill = 0; kill < kills; kill++) {
    const before = shipped()
    const pressed = ship().catch(() => null)
    await until('the first boxes have left', async () => shipped() > before)
    await pause(kill === 0 ? 0 : random() * MAX_WAIT_MS) // the first kill surely lands midway
    shop.kill('SIGKILL')
    await Promise.all([shop.exited, pressed])
    if (shipped() < orders) cutShort += 1
    shop = await scene.server({ databasePath, port })
  }
  const last = await ship()
  const problems = last.ok ? [] : [`the last press was answered ${last.status}`]
  const boxes = countOf(databasePath, sql`packing_wave_orders where wave_id = ${packing_wave_id}`)
  await until('all mails are sent', async () => countOf(databasePath, UNSENT) === 0)
  for (const [name, from] of ONCE_A_BOX) {
    const rows = countOf(databasePath, from(packing_wave_id))
    if (rows !== boxes) problems.push(`${rows} ${name} for ${boxes} boxes`)
  }
  await stopAll(shop)
  return { boxes, cutShort, problems: [...problems, ...readShop(databasePath, ledgerProblems)] }
}

const MAX_WAIT_MS = 100

const UNSENT = sql`jobs where kind = 'mail_shipment' and state in ('queued', 'running')`

const isOfWave = (waveId: number | null) =>
  sql`order_id in (select order_id from packing_wave_orders where wave_id = ${waveId})`

type Rows = ReturnType<typeof sql>

const ONCE_A_BOX: [name: string, from: (waveId: number | null) => Rows][] = [
  ['shipments', (waveId) => sql`shipments where wave_id = ${waveId}`],
  ['notices', (waveId) => sql`shipment_notices where word = 'shipped' and ${isOfWave(waveId)}`],
  [
    'mails',
    (waveId) => sql`outbox_messages where key in (
      select 'shipment:' || id from shipment_notices where ${isOfWave(waveId)})`,
  ],
]
