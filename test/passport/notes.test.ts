import { expect, test } from 'vitest'
import { cutNotes } from '#db/schema/index.ts'
import { personalData } from '#src/privacy/export.ts'
import { signedIn, userOf } from '../support/account.ts'
import { NOW } from '../support/now.ts'
import { RIBEYE_PATH, taster } from '../support/tastes.ts'
import { validator } from '../support/valid-html.ts'

async function withRibeye() {
  const made = await taster()
  made.deliver({ slugs: ['grass-fed-ribeye'] })
  const path = (verb: 'get' | 'set', user = made.user.token, cut = RIBEYE_PATH) =>
    `/v1/${verb}_user_vendor_cut_rating_notes/${user}/${cut}`
  return { ...made, path }
}

test("COM-4 notes are read and written at the spec's paths, which return cut, farm and notes", async () => {
  const { mo, path } = await withRibeye()
  const read = async () => (await mo.call('GET', path('get'))).json()
  expect(await read()).toEqual({ cut: 'Grass-fed ribeye', farm: 'Three Larks Ranch', notes: '' })
  const saved = await mo.call('POST', path('set'), {
    notes: ' Two minutes a side.\r\nRest it. ',
    survey: 'Yes',
  })
  expect([saved.status, await saved.json()]).toEqual([
    200,
    {
      message: 'Your notes are saved. Only you can see them.',
      cut: 'Grass-fed ribeye',
      farm: 'Three Larks Ranch',
      notes: 'Two minutes a side.\nRest it.',
    },
  ])
  expect((await read()).notes).toBe('Two minutes a side.\nRest it.')
  await mo.call('POST', path('set'), { survey: true }) // keeps the notes
  expect((await read()).notes).toBe('Two minutes a side.\nRest it.')
})

test('COM-4 a part of the animal also finds a cut, preferring the one that was bought', async () => {
  const { mo, path, deliver } = await withRibeye()
  deliver({ slugs: ['halibut-portions'] })
  const cutAt = async (cut: string) => (await (await mo.call('GET', path('get', undefined, cut))).json()).cut
  expect(await cutAt('three-larks-ranch/ribeye')).toBe('Grass-fed ribeye')
  expect(await cutAt('tern-point-fisheries/fillet')).toBe('Pacific halibut portions')
})

test("COM-4 SET-4 another account's notes, an unknown farm or cut are a 404, and a guest must sign in", async () => {
  const { shop, mo, user, path } = await withRibeye()
  await mo.call('POST', path('set'), { notes: 'Mine' })
  const ben = await signedIn(shop)
  await ben.visit('/shop')
  for (const verb of ['get', 'set'] as const) {
    const method = verb === 'get' ? 'GET' : 'POST'
    const fields = verb === 'get' ? undefined : { notes: 'Ha' }
    expect((await ben.call(method, path(verb), fields)).status).toBe(404)
    expect((await mo.call(method, path(verb, 'A'.repeat(22)), fields)).status).toBe(404)
    for (const cut of ['three-larks-ranch/no-cut', 'no-farm/grass-fed-ribeye'])
      expect((await mo.call(method, path(verb, user.token, cut), fields)).status, cut).toBe(404)
    const guest = await shop.shopper()
    await guest.visit('/shop')
    expect((await guest.call(method, path(verb), fields)).status).toBe(401)
  }
  expect((await (await mo.call('GET', path('get'))).json()).notes).toBe('Mine')
})

test('COM-4 notes that are too long, or about an undelivered cut, are refused with a message, and nothing changes', async () => {
  const { db, mo, path } = await withRibeye()
  const refused = async (call: Promise<Response>, words: string) => {
    const answer = await call
    expect([answer.status, (await answer.json()).error]).toEqual([422, expect.stringContaining(words)])
  }
  await refused(mo.call('POST', path('set'), { notes: 'x'.repeat(2_001) }), 'at most 2000 characters')
  await refused(mo.call('POST', path('set'), { survey: 'x'.repeat(201) }), 'at most 200 characters')
  await refused(mo.call('POST', path('set'), { notes: { $gt: '' } }), 'plain text')
  const other = path('set', undefined, 'caliche-creek-wagyu/wagyu-ribeye')
  await refused(mo.call('POST', other, { notes: 'Hm' }), 'once it has been delivered to you')
  expect(db.select().from(cutNotes).all()).toEqual([])
  expect((await mo.call('POST', path('set'), { notes: 'x'.repeat(2_000) })).status).toBe(200)
  expect((await mo.call('POST', path('set'), { notes: '', survey: '' })).status).toBe(200)
  expect(db.select().from(cutNotes).all()).toEqual([])
})

test("COM-4 a cut's page has stars, notes and the survey as plain forms, and keeps refused input", async () => {
  const { mo, path, shop } = await withRibeye()
  const page = `/passport/${RIBEYE_PATH}`
  const html = await (await mo.visit(page)).text()
  for (const words of [
    `action="/ratings/${RIBEYE_PATH}"`,
    `action="${path('set')}"`,
    'Would you buy it again?',
  ])
    expect(html).toContain(words)
  const { results } = await validator.validateString(html)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  const saved = await mo.submit('POST', path('set'), { notes: '<b>Hot</b> & fast', survey: 'Maybe' })
  expect([saved.status, saved.headers.get('location')]).toEqual([303, page])
  const after = await (await mo.visit(page)).text()
  expect(after).toContain('&lt;b&gt;Hot&lt;/b&gt; &amp; fast')
  expect(after).toMatch(/value="Maybe" checked/)
  const refused = await mo.submit('POST', path('set'), { notes: 'y'.repeat(2_001) })
  const back = await refused.text()
  expect([refused.status, back]).toEqual([422, expect.stringContaining('y'.repeat(2_001))])
  expect(back).toContain('at most 2000 characters')
  expect((await mo.visit('/passport/caliche-creek-wagyu/wagyu-ribeye')).status).toBe(404)
  expect((await (await signedIn(shop, 'member@example.com')).visit(page)).status).toBe(404)
})

test('COM-4 SET-3 notes are in the personal data file, and are deleted with the account', async () => {
  const { shop, db, mo, path, user } = await withRibeye()
  await mo.call('POST', path('set'), { notes: 'Salt early', survey: 'Yes' })
  await mo.call('POST', '/passport-link')
  const data = () => personalData(db, { user: userOf(shop, user.email), email: user.email }, 'Droveway', NOW)
  expect(data()).toMatchObject({
    cut_notes: [{ product: 'Grass-fed ribeye', notes: 'Salt early', survey: 'Yes' }],
    passport_shared_since: new Date(NOW).toISOString(),
  })
  await mo.call('POST', '/account/close', { sure: '1' })
  await shop.settleDown()
  expect(db.select().from(cutNotes).all()).toEqual([])
})

test('COM-4 after a full refund, the link in the email says why there is nothing to review', async () => {
  const { mo, deliver } = await taster()
  const path = `/passport/${RIBEYE_PATH}`
  expect(await (await mo.visit(path)).text()).not.toContain('We refunded your order')
  deliver({ slugs: ['grass-fed-ribeye'], state: 'refunded' })
  const page = await mo.visit(path)
  expect(page.status).toBe(404)
  const html = await page.text()
  expect(html).toContain('We refunded your order with Grass-fed ribeye')
  expect(html).toMatch(/href="\/passport"[\s\S]*href="\/account\/orders"/)
  expect((await mo.call('GET', path)).status).toBe(404)
})
