import { expect, test } from 'vitest'
import { segmentsOf, toGsm } from '#src/texts/gsm.ts'
import { TEXTS } from '#views/dev/mails/texts.ts'
import { world } from '../support/world.ts'

const SHOP = {
  store: { name: 'Droveway', email: 'help@droveway.example', phone: '(555) 010-0199' },
  appUrl: 'https://droveway.example',
}

test.each(TEXTS)(
  'TRK-3 the text $name names the shop, in plain characters and at most two segments',
  ({ text }) => {
    const words = text(SHOP)
    expect(words).toMatch(/^Droveway: /)
    expect(toGsm(words)).toBe(words)
    expect(segmentsOf(words)).toBeLessThanOrEqual(2)
    for (const [link] of words.matchAll(/https?:\/\/\S+/g)) expect(new URL(link).origin).toBe(SHOP.appUrl)
  },
)

test('TRK-3 every text has a preview next to the emails', async () => {
  const ana = await (await world()).shopper()
  const page = await (await ana.visit('/dev/mails')).text()
  for (const { name } of TEXTS) expect(page).toContain(`id="text-${name}"`)
})
