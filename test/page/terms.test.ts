import { expect, test } from 'vitest'
import { world } from '../support/world.ts'

test('PAY-7 the terms have their own page, to read before agreeing to them', async () => {
  const { shopper } = await world()
  const page = await (await shopper()).visit('/terms')
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(html).toContain('<title>Terms of service · Droveway</title>')
  expect(html).toContain('arrives thawed')
  expect(html).toMatch(/<footer[\s\S]*href="\/terms"[\s\S]*<\/footer>/)
})

test('only a demo shop says in its terms that it is a demo', async () => {
  const text = async (demo: boolean) => {
    const { shopper } = await world({ config: { demo } })
    return (await (await shopper()).visit('/terms')).text()
  }
  expect(await text(true)).toContain('This is a demo shop')
  expect(await text(false)).not.toContain('demo')
})
