import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { world } from '../support/world.ts'

test('OPS-13 an error in development shows its source and stack to a browser, and the usual message to an API client', async () => {
  const { app, db } = await world({ config: { development: true } })
  db.run(sql`pragma foreign_keys = off`)
  db.run(sql`drop table stock`)
  const page = await app.request('/shop', { headers: { accept: 'text/html' } })
  const html = await page.text()
  expect(page.status).toBe(500)
  expect(html).toMatch(/<h1>.*no such table: .*stock<\/h1>/)
  expect(html).toContain('GET /shop')
  expect(html).toMatch(/<h2>(src|db)\/[\w/.-]+:\d+:\d+<\/h2>/)
  expect(html).toMatch(/<mark>\s+\d+ {2}.*<\/mark>/)
  expect(html).toMatch(/<pre>.*no such table[\s\S]+at /)

  const data = await app.request('/shop', { headers: { accept: 'application/json' } })
  expect(await data.text()).not.toContain('no such table')
})

test('OPS-13 a 404 is the shop’s own page in development, too', async () => {
  const { app } = await world({ config: { development: true } })
  const page = await app.request('/nothing', { headers: { accept: 'text/html' } })
  expect([page.status, (await page.text()).includes('<h2>Stack')]).toEqual([404, false])
})
