import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { setShopTime } from '#src/clock.ts'
import { MINUTE_MS } from '#src/day.ts'
import { NOW } from '../support/now.ts'
import { type Processes, stopAll, until, withProcesses } from '../support/processes.ts'
import { readShop, untilAtRest } from '../support/shop-data.ts'
import { killWhileCharging, raceChanges, readBooks, readOutcome, type Way } from './scenarios/changes.ts'

test("ORD-7 ORD-5 ORD-4 50 concurrent cancels, edits, payments and moves and ten wave exports: one outcome, and the provider's books agree", () =>
  withProcesses(async (scene) => {
    const all: Way[] = ['pay', 'cancel', 'edit', 'dearer', 'move']
    const kept: Way[] = ['pay', 'edit', 'dearer', 'move']
    const waits = [0, 150, 600]
    const races = [all, kept].flatMap((ways) => waits.map((wait) => ({ ways, wait })))
    races.push({ ways: ['pay'], wait: 2_000 })
    const { outcomes, problems } = await raceChanges(scene, { requests: 50, races })
    expect(problems).toEqual([])
    const statuses = new Set(outcomes.flatMap((one) => Object.values(one.statuses).flat()))
    expect([...statuses].filter((status) => ![200, 202, 402, 409, 422].includes(status))).toEqual([])
    for (const [index, { state, changes }] of outcomes.entries()) {
      const mayCancel = races[index]?.ways.includes('cancel')
      expect(mayCancel ? ['canceled', 'in_wave', 'paid'] : ['in_wave', 'paid']).toContain(state)
      expect(changes.filter((kind) => kind === 'edited').length).toBeLessThan(2)
      expect(changes.filter((kind) => kind === 'canceled')).toHaveLength(state === 'canceled' ? 1 : 0)
    }
    expect(outcomes.at(-1)).toMatchObject({
      changes: ['edited'],
      statuses: { pay: expect.arrayContaining([200]) },
    })
  }))

test.each([true, false])(
  'ORD-7 REL-1 a server killed while charging for an edit (charged: %s): the next one completes or reverts the edit',
  (isCharged) => withProcesses((scene) => expectFinished(scene, isCharged)),
)

async function expectFinished(scene: Processes, isCharged: boolean) {
  const killed = await killWhileCharging(scene, isCharged)
  const { databasePath, port, payments, provider, person, before } = killed
  expect(before).toEqual({ state: 'paid', changes: [] })
  const db = openDatabase(databasePath)
  // The provider has been silent for a minute; if it never charged, the edit's hold has expired too.
  db.run(
    sql`update payments set created_at = created_at - ${MINUTE_MS}, asked_at = 0, news_at = 0 where status = 'open'`,
  )
  if (!isCharged) await setShopTime(db, NOW + 15 * MINUTE_MS, Date.now())
  closeDatabase(db)
  const shop = await scene.server({ databasePath, payments, port })
  await until('nothing is open', () =>
    readShop(
      databasePath,
      (open) => open.all(sql`select 1 from payments where status = 'open'`).length === 0,
    ),
  )
  await untilAtRest(databasePath, payments)
  const ledger = await payments.ledger()
  expect(readOutcome(databasePath, person.orderToken)).toEqual({
    state: 'paid',
    changes: isCharged ? ['edited'] : [],
  })
  expect([ledger.charges, ...readBooks(databasePath, [person], ledger)]).toEqual([isCharged ? 2 : 1])
  provider.close()
  await stopAll(shop, payments)
}
