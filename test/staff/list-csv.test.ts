import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders, users } from '#db/schema/index.ts'
import { plainDollars } from '#src/money.ts'
import { MAX_LISTED } from '#src/staff/list-csv-routes.tsx'
import { ORDERS_PER_PAGE } from '#src/staff/orders/list.ts'
import { ANA, BEN, signedIn, userOf } from '../support/account.ts'
import { RUTH } from '../support/staff.ts'
import { trailOf } from '../support/trail.ts'
import { world } from '../support/world.ts'

async function desk() {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  /** Submits the page's download form and returns the CSV lines. */
  const download = async (list: 'orders' | 'customers', query = '') => {
    const page = await (await ruth.visit(`/staff/${list}${query}`)).text()
    const action = new RegExp(`action="(/staff/${list}\\.csv[^"]*)"`).exec(page)?.[1] ?? 'none'
    const answer = await ruth.submit('POST', action.replaceAll('&amp;', '&'))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    return (await answer.text()).trim().split('\r\n')
  }
  const reached = async (list: 'orders' | 'customers', query: string) => {
    const tokens: string[] = []
    for (let next: string | null = `/staff/${list}${query}`; next; ) {
      const body: Record<string, unknown> = await (await ruth.call('GET', next)).json()
      tokens.push(...(body[list] as { identifier: string }[]).map(({ identifier }) => identifier))
      next = body.next as string | null
    }
    return tokens
  }
  return { shop, ruth, download, reached }
}

test('STF-2 a filtered order list downloads as CSV with all its pages, and the trail has who took it', async () => {
  const { shop, download, reached } = await desk()
  for (const query of [
    '',
    '?sort=oldest',
    '?state=paid',
    '?q=98101',
    '?ship_on=2026-11-24&center=truckee-meadows',
  ]) {
    const listed = await reached('orders', query)
    if (listed.length === 0) continue
    const [head, ...rows] = await download('orders', query)
    expect(head).toContain('Order,Placed,State,Customer,Going to,Ships,Total,Card,What to know')
    expect(rows.map((row) => row.split(',')[0])).toEqual(listed)
  }
  const [, ...all] = await download('orders')
  expect(all.length).toBeGreaterThan(ORDERS_PER_PAGE)
  const [identifier = ''] = all[0]?.split(',') ?? []
  const order = shop.db.select().from(orders).where(eq(orders.identifier, identifier)).get()
  expect(all[0]).toContain(`,${plainDollars(order?.totalCents ?? 0)},`)
  expect(trailOf(shop)[0]).toMatchObject({
    ...{ verb: 'export.downloaded', subjectLabel: 'List of orders', detail: { rows: all.length } },
  })
})

test('STF-4 customers download as CSV, too; the trail stores no searched name', async () => {
  const { shop, download } = await desk()
  shop.db.update(users).set({ firstName: '=1+1' }).where(eq(users.email, BEN)).run()
  const [head, ...rows] = await download('customers')
  expect(head).toContain('Name,Email,Phone,Orders,Member,Since')
  expect(rows).toHaveLength(shop.db.select().from(users).all().length)
  expect(rows.find((row) => row.includes(BEN))).toMatch(/^'=1\+1/)
  const found = await download('customers', '?q=Whitcomb')
  expect(found.slice(1)).toHaveLength(1)
  expect(found[1]).toContain(userOf(shop, ANA).email)
  expect(trailOf(shop)[0]).toMatchObject({ verb: 'export.downloaded', detail: { rows: 1, searched: true } })
  expect(JSON.stringify(trailOf(shop))).not.toContain('Whitcomb')
})

test('STF-4 a list too long for a file is refused, and only staff get one', async () => {
  const { shop, ruth } = await desk()
  shop.db.run(sql`
    with recursive many(n) as (select 1 union all select n + 1 from many where n <= ${MAX_LISTED})
    insert into users (token, email, created_at)
    select 'many' || n, 'many' || n || '@example.com', ${shop.clock.now()} from many`)
  const refused = await ruth.submit('POST', '/staff/customers.csv')
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('More than 10,000 match.')
  expect(trailOf(shop)).toEqual([])
  const narrow = await ruth.submit('POST', '/staff/customers.csv?q=many77')
  expect((await narrow.text()).trim().split('\r\n')).toHaveLength(112)
  const ben = await signedIn(shop, BEN)
  for (const list of ['orders', 'customers'])
    expect((await ben.call('POST', `/staff/${list}.csv`)).status).toBe(404)
  expect((await ruth.call('POST', '/staff/orders.csv?state=odd')).status).toBe(422)
})
