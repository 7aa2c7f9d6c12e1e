import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { farms } from '#db/schema/index.ts'
import { RIBEYE, RIBEYE_PATH, taster } from '../support/tastes.ts'

const tokensIn = (html: string) =>
  new Set([...html.matchAll(/name="authenticity_token" value="([^"]*)"/g)].map(([, token]) => token))

test('COM-3 two people who had the same cut each get their own form token, score and note', async () => {
  const mo = await taster()
  const ada = await taster(mo.shop, 'ada@example.com')
  for (const { deliver } of [mo, ada]) deliver({ slugs: ['grass-fed-ribeye'] })
  const read = async ({ mo: person }: typeof mo) => (await person.visit('/passport')).text()
  const [ofMo, ofAda] = [await read(mo), await read(ada)]
  expect(ofMo).toContain('Grass-fed ribeye')
  expect([tokensIn(ofMo).size, tokensIn(ofAda).size]).toEqual([1, 1])
  expect(tokensIn(ofMo)).not.toEqual(tokensIn(ofAda))

  await mo.mo.call('POST', `/ratings/${RIBEYE_PATH}/4`)
  await mo.mo.call('POST', `/v1/set_user_vendor_cut_rating_notes/${mo.user.token}/${RIBEYE_PATH}`, {
    notes: 'Rest it.',
  })
  const own = await read(mo)
  expect(own).toContain('data-star-rating-score-value="4"')
  expect(own).toContain('Rest it.')
  const shown = await read(ada)
  expect(shown).toContain('data-star-rating-score-value="0"')
  expect(shown).not.toContain('Rest it.')
})

test("COM-3 a farm's new name is in the passport at the next visit", async () => {
  const { db, mo, deliver } = await taster()
  deliver({ slugs: ['grass-fed-ribeye'] })
  expect(await (await mo.visit('/passport')).text()).toContain(
    '<p class="to-rate__farm">Three Larks Ranch</p>',
  )
  db.update(farms).set({ name: 'Four Larks Ranch' }).where(eq(farms.slug, RIBEYE.vendor)).run()
  const html = await (await mo.visit('/passport')).text()
  expect(html).toContain('<p class="to-rate__farm">Four Larks Ranch</p>')
})
