import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { createBuyer, createClient, type Standing } from '../../support/buyers.ts'
import { type Processes, stopAll, until } from '../../support/processes.ts'
import { readyBuyer } from '../../support/ready-buyer.ts'
import {
  bookProblems,
  lastOrderId,
  offerOf,
  ordersSince,
  readShop,
  stockUp,
  untilAtRest,
} from '../../support/shop-data.ts'

export type Syncs = { paid: number; syncs: number; problems: string[] }

/** Whether strace is installed and allowed to trace. */
export const hasStrace = () => spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0

/** Pays for orders one by one on a server whose sync calls are counted, from readiness to the last "paid". */
export async function countSyncs(scene: Processes, orders: number): Promise<Syncs> {
  const databasePath = await scene.database('syncs')
  await stockUp(databasePath, 'demo-fifty', orders)
  const { people, afterId } = await gather(databasePath, orders)
  const port = await scene.freePort()
  const payments = await scene.standIn({ webhookPort: port })
  const trace = join(scene.folder, 'trace')
  const shop = await scene.server({ databasePath, payments, port })
  const strace = scene.run('strace', [
    '-f',
    '-qq',
    '-e',
    'trace=fsync,fdatasync',
    '-e',
    'signal=none',
    '-o',
    trace,
    '-p',
    String(shop.pid),
  ])
  await until('strace has attached', () =>
    /TracerPid:\t[1-9]/.test(readFileSync(`/proc/${shop.pid}/status`, 'utf8')),
  )

  const client = createClient(shop.origin)
  const provider = createClient(payments.origin)
  for (const person of people) {
    const buyer = createBuyer(client, person)
    const refusal = await buyer.pay(provider)
    if (refusal) throw new Error(`not paid: ${refusal.status} ${refusal.text}`)
    await until('it is told as paid', async () => (await buyer.status()) === 'succeeded')
  }
  strace.kill('SIGTERM')
  await strace.exited
  // Only the main thread's: another thread syncs what it checkpoints (db/checkpoints.ts).
  const ofCommits = new RegExp(`^${shop.pid} +(fsync|fdatasync)\\(`, 'gm')
  const syncs = readFileSync(trace, 'utf8').match(ofCommits)?.length ?? 0
  await untilAtRest(databasePath, payments)
  const ledger = await payments.ledger()
  client.close()
  provider.close()
  await stopAll(shop, payments)
  return readShop(databasePath, (db) => ({
    paid: ordersSince(db, afterId).filter((order) => order.state === 'paid').length,
    syncs,
    problems: bookProblems(db, ledger, afterId),
  }))
}

async function gather(databasePath: string, size: number): Promise<{ people: Standing[]; afterId: number }> {
  const db = openDatabase(databasePath)
  const offer = offerOf(db, 'demo-fifty')
  const afterId = lastOrderId(db)
  const people: Standing[] = []
  for (let index = 0; index < size; index++) people.push(await readyBuyer(db, offer, `payer${index}`))
  closeDatabase(db)
  return { people, afterId }
}
