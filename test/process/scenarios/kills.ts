import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { integrityProblems } from '#db/client.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { childrenOf, type Processes, type Server, stopAll, until } from '../../support/processes.ts'
import { random as draw } from '../../support/random.ts'
import {
  bookProblems,
  lastOrderId,
  offerOf,
  ordersSince,
  readShop,
  stockUp,
  untilAtRest,
} from '../../support/shop-data.ts'
import { startShopping } from './shopping.ts'

/** There's plenty of one; of the other there are fifty, which sell out along the way. */
const PLENTY = 'grass-fed-ribeye'
const SCARCE = 'demo-fifty'

export type Slaughter = {
  kills: number
  requestsPerSecond: number
  seed: number
  /** With several, one is killed, and the shop's supervisor replaces it. */
  processes?: number
}

export type SlaughterOutcome = { toldPaid: number; lost: string[]; problems: string[]; kills: number }

/** Shops while the server is killed at random moments and restarted on the same files; the provider keeps running. */
export async function killUnderLoad(
  scene: Processes,
  { kills, requestsPerSecond, seed, processes = 1 }: Slaughter,
): Promise<SlaughterOutcome> {
  const databasePath = await scene.database('slaughter')
  await stockUp(databasePath, PLENTY, 20_000)
  const [plenty, scarce, afterId] = readShop(databasePath, (db) => [
    offerOf(db, PLENTY),
    offerOf(db, SCARCE),
    lastOrderId(db),
  ])
  const port = await scene.freePort()
  const payments = await scene.standIn({ webhookPort: port })
  const restart = () => scene.server({ databasePath, payments, port, processes })
  let shop = await restart()

  const load = startShopping(shop, payments, [plenty, plenty, scarce], requestsPerSecond)
  const random = draw(seed).next
  const damage: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    await load.requestsFromNow(3 + Math.floor(random() * 1.5 * requestsPerSecond))
    await pause(random() * 20)
    if (processes > 1) {
      await killOne(shop, processes, random())
      continue
    }
    shop.kill('SIGKILL')
    await shop.exited
    damage.push(...damageOf(databasePath))
    shop = await restart()
  }
  const history = await load.end()
  await untilAtRest(databasePath, payments)
  const ledger = await payments.ledger()
  await stopAll(shop, payments)

  const toldPaid = history.filter((word) => word.told === 'paid')
  return readShop(databasePath, (db) => {
    const paid = new Set(
      ordersSince(db, afterId)
        .filter((order) => order.placedAt !== null)
        .map((order) => order.token),
    )
    return {
      kills,
      toldPaid: toldPaid.length,
      lost: toldPaid.filter((word) => !paid.has(word.orderToken)).map((word) => word.orderToken),
      problems: [...damage, ...bookProblems(db, ledger, afterId)],
    }
  })
}

async function killOne(shop: Server, count: number, lot: number) {
  const pid = childrenOf(shop)[Math.floor(lot * count)] ?? 0
  process.kill(pid, 'SIGKILL')
  await until('another took its place', () => {
    const alive = childrenOf(shop)
    return alive.length === count && !alive.includes(pid)
  })
}

/** Problems in the files as the kill left them; checks a copy, so that the next server must recover them itself. */
function damageOf(databasePath: string): string[] {
  const copy = `${databasePath}.left`
  for (const end of ['', '-wal'])
    if (existsSync(databasePath + end)) copyFileSync(databasePath + end, copy + end)
  try {
    return readShop(copy, (db) => [...integrityProblems(db), ...ledgerProblems(db)])
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true })
  }
}
