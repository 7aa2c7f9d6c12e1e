import { expect, test } from 'vitest'
import { BEHAVIORS } from '#views/dev/behaviours/index.ts'
import { world } from '../support/world.ts'

test('every behavior has its own page in a demo shop, and the list links to each', async () => {
  const ana = await (await world()).shopper()
  const list = await (await ana.visit('/behaviours')).text()
  for (const { name, title } of BEHAVIORS) {
    expect(list).toContain(`href="/behaviours/${name}"`)
    const page = await ana.visit(`/behaviours/${name}`)
    expect({ name, status: page.status }).toEqual({ name, status: 200 })
    expect(await page.text()).toContain(`<h1 class="page-head__title">${title}</h1>`)
  }
  expect((await ana.visit('/behaviours/none-such')).status).toBe(404)
})

test('a live shop shows none of them', async () => {
  const ana = await (await world({ config: { demo: false } })).shopper()
  expect((await ana.visit('/behaviours')).status).toBe(404)
  expect((await ana.visit('/behaviours/accordion')).status).toBe(404)
})
