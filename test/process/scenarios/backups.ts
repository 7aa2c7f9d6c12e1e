import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { integrityProblems } from '#db/client.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import type { Processes } from '../../support/processes.ts'
import { offerOf, ordersSince, readShop, stockUp } from '../../support/shop-data.ts'
import { startShopping } from './shopping.ts'

export type BackupOutcome = { restored: number; orders: number; problems: string[] }

/** Runs the backup command under load, restores each backup elsewhere and counts its orders. */
export async function backUpUnderLoad(
  scene: Processes,
  { backups, requestsPerSecond }: { backups: number; requestsPerSecond: number },
): Promise<BackupOutcome> {
  const databasePath = await scene.database('backed-up')
  await stockUp(databasePath, 'grass-fed-ribeye', 20_000)
  const offer = readShop(databasePath, (db) => offerOf(db, 'grass-fed-ribeye'))
  const port = await scene.freePort()
  const payments = await scene.standIn({ webhookPort: port })
  const shop = await scene.server({ databasePath, payments, port })
  const shopping = startShopping(shop, payments, [offer], requestsPerSecond)
  const outcome: BackupOutcome = { restored: 0, orders: 0, problems: [] }
  const folder = join(scene.folder, 'backups')
  mkdirSync(folder)

  for (let nth = 0; nth < backups; nth++) {
    await shopping.requestsFromNow(requestsPerSecond / 2)
    const toldPaid = shopping.history
      .filter(({ told }) => told === 'paid')
      .map(({ orderToken }) => orderToken)
    const [file, elsewhere] = [join(folder, `${nth}.sqlite3`), join(folder, `${nth}`, 'shop.sqlite3')]
    await command('backup', file, databasePath)
    await command('restore', file, elsewhere)
    const problems = readShop(elsewhere, (db) => {
      const paid = new Set(
        ordersSince(db, 0).flatMap(({ placedAt, token }) => (placedAt === null ? [] : [token])),
      )
      outcome.orders = Math.max(outcome.orders, paid.size)
      const missing = toldPaid.filter((token) => !paid.has(token)).map((token) => `${token} was told as paid`)
      return [...integrityProblems(db), ...ledgerProblems(db), ...missing]
    })
    if (problems.length === 0) outcome.restored++
    outcome.problems.push(...problems)
  }
  await shopping.end()
  return outcome

  async function command(name: 'backup' | 'restore', file: string, database: string) {
    const run = scene.node([`.build/commands/${name}.js`, file], {
      DATABASE_PATH: database,
      PORT: String(await scene.freePort()),
    })
    if ((await run.exited) !== 0) outcome.problems.push(`${name}: ${run.output()}`)
  }
}
