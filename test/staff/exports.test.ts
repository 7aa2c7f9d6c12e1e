import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries, moneyMovements } from '#db/schema/index.ts'
import { paths } from '#src/paths.ts'
import { balanceOf } from '#src/payments/money.ts'
import { EXPORT_KINDS } from '#src/staff/export-kinds.ts'
import { signedIn } from '../support/account.ts'
import { RUTH } from '../support/staff.ts'
import { world } from '../support/world.ts'

const YEAR = { from: '2026-01-01', to: '2027-01-31' }

const rowsOf = (csv: string) => csv.trim().split('\r\n').slice(1)

test('STF-9 each export is a CSV of what the books have, and who took it is in the trail', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  const take = async (kind: string) => {
    const answer = await ruth.submit('POST', paths.staffExport(kind), YEAR)
    expect([answer.status, answer.headers.get('content-type')], kind).toEqual([
      200,
      'text/csv; charset=utf-8',
    ])
    return answer.text()
  }
  for (const { id, columns } of EXPORT_KINDS)
    expect((await take(id)).split('\r\n')[0]).toContain(columns.join(','))
  const entries = shop.db
    .select()
    .from(auditEntries)
    .all()
    .filter(({ verb }) => verb === 'export.downloaded')
  expect(entries.map(({ subjectToken }) => subjectToken)).toEqual(EXPORT_KINDS.map(({ id }) => id))

  const placed = shop.db.get<{ n: number; tax: number }>(sql`
    select count(*) as n, sum(case when state in ('canceled', 'refunded') then 0 else tax_cents end) as tax
    from orders where placed_at is not null`)
  expect(rowsOf(await take('orders'))).toHaveLength(placed?.n ?? 0)
  const last = (row: string) => Number(row.split(',').at(-1))
  const sumLast = (csv: string) => rowsOf(csv).reduce((sum, row) => sum + last(row), 0)
  expect(sumLast(await take('ledger'))).toBe(
    shop.db
      .select({ cents: balanceOf('provider') })
      .from(moneyMovements)
      .get()?.cents,
  )
  expect(sumLast(await take('tax'))).toBe(placed?.tax)
})

test('STF-9 dates that make no range are refused, and leave no entry', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  for (const fields of [
    {},
    { from: '2026-11-02', to: '2026-11-01' },
    { from: '2020-01-01', to: '2026-01-01' },
  ])
    expect((await ruth.call('POST', paths.staffExport('orders'), fields)).status).toBe(422)
  expect((await ruth.call('POST', paths.staffExport('secrets'), YEAR)).status).toBe(404)
  expect(shop.db.select().from(auditEntries).all()).toEqual([])
})
