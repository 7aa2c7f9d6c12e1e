import { expect, test } from 'vitest'
import { shippingRates } from '#db/schema/index.ts'
import { validator } from '../support/valid-html.ts'
import { testConfig, world } from '../support/world.ts'

const PAGES = ['/about', '/how-it-works', '/faq', '/shipping', '/contact', '/accessibility']

test('COM-7 each information page is valid, indexed, in the sitemap and linked from every footer', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  const sitemap = await (await ana.send('/sitemap.xml')).text()
  const home = await (await ana.visit('/')).text()
  for (const path of PAGES) {
    const page = await ana.visit(path)
    const html = await page.text()
    const { results } = await validator.validateString(html)
    expect([path, page.status, results.flatMap(({ messages }) => messages)]).toEqual([path, 200, []])
    expect(html).not.toContain('noindex')
    expect(html).toContain(`<link rel="canonical" href="http://localhost:3000${path}"`)
    expect(sitemap).toContain(`<loc>http://localhost:3000${path}</loc>`)
    expect(home).toContain(`href="${path}"`)
  }
})

test('COM-7 delivery prices match what orders pay, and the guarantee lasts as long as claims do', async () => {
  const { shopper, db } = await world()
  db.update(shippingRates).set({ standardCents: 1_234 }).run()
  const html = await (await (await shopper()).visit('/shipping')).text()
  expect(html).toContain('>$12.34</td>')
  expect(html).toContain('within 14 days')
})

test('COM-7 contact details come from the settings, with an address only if there is one', async () => {
  const contact = async (address: string | null) => {
    const store = { ...testConfig.store, email: 'hi@farm.example', phone: '(555) 010-0123', address }
    const { shopper } = await world({ config: { store } })
    return (await (await shopper()).visit('/contact')).text()
  }
  const page = await contact('1 Test Lane, Reno, NV 89502')
  for (const words of ['mailto:hi@farm.example', 'tel:5550100123', '1 Test Lane'])
    expect(page).toContain(words)
  expect(await contact(null)).not.toContain('<address>')
})

test('COM-7 FAQ answers open and close without scripts', async () => {
  const { shopper } = await world()
  const html = await (await (await shopper()).visit('/faq')).text()
  expect(html.match(/<details class="accordion__item"/g)?.length).toBeGreaterThan(8)
})
