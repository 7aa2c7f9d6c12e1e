import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { setShopTime } from '#src/clock.ts'
import { MINUTE_MS } from '#src/day.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { NOW } from '../support/now.ts'
import { type Processes, stopAll, until, withProcesses } from '../support/processes.ts'
import { readShop, untilAtRest } from '../support/shop-data.ts'
import { RUTH } from '../support/staff.ts'
import { deskOf, killWhileChargingDraft } from './scenarios/draft-kills.ts'
import { signInAt } from './scenarios/exports.ts'

test.each([true, false])(
  "STF-3 REL-1 a server killed while charging a draft's kept card (charged: %s): the draft is paid once",
  (isCharged) => withProcesses((scene) => expectPaidOnce(scene, isCharged)),
)

async function expectPaidOnce(scene: Processes, isCharged: boolean) {
  const { databasePath, port, payments, token, cardId } = await killWhileChargingDraft(scene, isCharged)
  const db = openDatabase(databasePath)
  // The provider has been silent for a minute; if it never charged, the pending payment has expired too.
  db.run(
    sql`update payments set created_at = created_at - ${MINUTE_MS}, asked_at = 0, news_at = 0 where status = 'open'`,
  )
  if (!isCharged) await setShopTime(db, NOW + 15 * MINUTE_MS, Date.now())
  closeDatabase(db)
  const shop = await scene.server({ databasePath, payments, port })
  const desk = deskOf(await signInAt(shop.origin, RUTH), token, cardId)
  if (isCharged) await until('it is paid', async () => (await desk.read()).state === 'paid')
  const again = await desk.charge()
  expect([again.status, (await desk.read()).state]).toEqual([200, 'paid'])
  await untilAtRest(databasePath, payments)
  const { charges, paid, chargedTwice } = await payments.ledger()
  expect([charges, paid.length, chargedTwice]).toEqual([1, 1, []])
  readShop(databasePath, (open) => {
    const order = open.get<{ state: string; total: number }>(
      sql`select state, total_cents as total from orders where token = ${token}`,
    )
    expect(order).toEqual({ state: 'paid', total: paid[0]?.amount })
    expect(ledgerProblems(open)).toEqual([])
  })
  await stopAll(shop, payments)
}
