import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { orders, reviewPhotos, reviewReports, reviews, users, varieties } from '#db/schema/index.ts'
import { reviewsOfFarm } from '#src/catalog/reviews.ts'
import { personalData } from '#src/privacy/export.ts'
import { openReviewCount } from '#src/staff/reviews.ts'
import { mailsTo, signedIn, userOf } from '../support/account.ts'
import { photo } from '../support/claims.ts'
import { NOW } from '../support/now.ts'
import { withoutReviews, writer } from '../support/reviews.ts'
import { RIBEYE_PATH } from '../support/tastes.ts'
import { validator } from '../support/valid-html.ts'

const PRODUCT = '/products/grass-fed-ribeye'

describe('writing', () => {
  test('COM-9 a delivered cut is reviewed once, and the review appears once staff approve it', async () => {
    const { write, own, decide, guestSees, deliver } = await writer()
    deliver({ slugs: ['grass-fed-ribeye'] })
    const sent = await write({ words: 'Tastes of <b>grass</b> & hickory.', photos: [await photo()] })
    expect([sent.status, (await sent.json()).message]).toEqual([200, expect.stringContaining('Thanks')])
    expect(own()).toMatchObject([{ state: 'waiting', name: 'Mo', version: 1 }])
    expect(await guestSees(PRODUCT)).not.toContain('hickory')
    expect((await decide({ decision: 'approve' })).status).toBe(200)
    const html = await guestSees(PRODUCT)
    expect(html).toContain('Tastes of &lt;b&gt;grass&lt;/b&gt; &amp; hickory.')
    expect(html).toContain('Bought here')
    const { results } = await validator.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
    await write({ words: 'Better the second time.' })
    expect(own()).toMatchObject([{ state: 'waiting', words: 'Better the second time.', version: 2 }])
    expect(await guestSees(PRODUCT)).not.toContain('hickory')
  })

  test("COM-9 the same words under a new name go to staff again; no change doesn't", async () => {
    const { db, user, write, own, decide, deliver, guestSees } = await writer()
    deliver({ slugs: ['grass-fed-ribeye'] })
    await write({ words: 'Good.' })
    await decide({ decision: 'approve' })
    await write({ words: 'Good.' })
    expect(own()).toMatchObject([{ state: 'published', name: 'Mo', version: 1 }])
    db.update(users).set({ firstName: 'Maureen', lastName: 'Ott' }).where(eq(users.id, user.id)).run()
    await write({ words: 'Good.' })
    expect(own()).toMatchObject([{ state: 'waiting', name: 'Maureen O.', version: 2 }])
    await decide({ decision: 'approve' })
    expect(await guestSees(PRODUCT)).toContain('Maureen O.')
  })

  test('COM-9 photos are re-encoded without metadata, can be removed by the author, and stay private until approval', async () => {
    const { shop, mo, db, write, decide, deliver, photoPaths } = await writer()
    deliver({ slugs: ['grass-fed-ribeye'] })
    await write({ words: 'Look', photos: [await photo()] })
    const [path = ''] = photoPaths()
    const ben = await signedIn(shop)
    expect([(await mo.visit(path)).status, (await ben.visit(path)).status]).toEqual([200, 404])
    await decide({ decision: 'approve' })
    const seen = await (await shop.shopper()).visit(path)
    const { format, exif, width } = await sharp(Buffer.from(await seen.arrayBuffer())).metadata()
    expect([seen.headers.get('content-type'), format, exif, width]).toEqual([
      'image/webp',
      'webp',
      undefined,
      40,
    ])
    await write({ words: 'Look', removed: photoPaths() })
    expect(db.select().from(reviewPhotos).all()).toEqual([])
    expect((await mo.visit(path)).status).toBe(404)
  })

  test('COM-9 the same submission sent several times makes one review with one set of photos', async () => {
    const { write, own, deliver, photoPaths } = await writer()
    deliver({ slugs: ['grass-fed-ribeye'] })
    const bytes = await photo()
    const sent = { words: 'Once', photos: [bytes] }
    const answers = await Promise.all([write(sent), write(sent), write(sent)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([own().length, photoPaths().length]).toEqual([1, 1])
  })

  test('COM-9 undelivered cuts, empty or long text, too many or invalid pictures are refused with a message', async () => {
    const { write, own, deliver, shop, mo } = await writer()
    const refused = async (call: Promise<Response>, status: number, words: string) => {
      const answer = await call
      expect([answer.status, (await answer.json()).error]).toEqual([status, expect.stringContaining(words)])
    }
    await refused(write({ words: 'Never had it' }), 422, 'once it has been delivered to you')
    deliver({ slugs: ['grass-fed-ribeye'], state: 'shipped' })
    await refused(write({ words: 'On its way' }), 422, 'once it has been delivered to you')
    deliver({ slugs: ['grass-fed-ribeye'] })
    await refused(write({ words: ' \n ' }), 422, 'a few words')
    await refused(write({ words: 'x'.repeat(2_001) }), 422, 'at most 2000 characters')
    const small = await photo()
    await refused(
      write({ words: 'Hm', photos: Array.from({ length: 5 }, () => small) }),
      413,
      'up to 4 photos',
    )
    for (const odd of [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), small.subarray(0, 150)])
      await refused(write({ words: 'Hm', photos: [odd] }), 422, 'JPEG, PNG or WebP')
    const typed = await write({ words: 'y'.repeat(2_001), accept: 'text/html' })
    expect([typed.status, await typed.text()]).toEqual([422, expect.stringContaining('y'.repeat(2_001))])
    expect(own()).toEqual([])
    const guest = await shop.shopper()
    await guest.visit('/shop')
    expect((await guest.call('POST', `/passport/${RIBEYE_PATH}/review`, { words: 'Hi' })).status).toBe(401)
    expect((await mo.call('POST', '/passport/no-farm/no-cut/review', { words: 'Hi' })).status).toBe(404)
  })
})

describe('moderation', () => {
  test('COM-9 staff refuse with a reason, which the author sees and is mailed; an edit goes to staff again', async () => {
    const { shop, mo, write, own, decide, deliver, guestSees } = await writer()
    deliver({ slugs: ['grass-fed-ribeye'] })
    await write({ words: 'Call me at work!' })
    const silent = await decide({ decision: 'refuse' })
    expect([silent.status, (await silent.json()).error]).toEqual([
      422,
      expect.stringContaining('tell the shopper why'),
    ])
    expect((await decide({ decision: 'burn' })).status).toBe(422)
    expect((await decide({ decision: 'refuse', reason: 'Please leave out <numbers>.' })).status).toBe(200)
    await shop.settleDown()
    const { text = '' } = mailsTo(shop, 'mo@example.com').at(-1) ?? {}
    expect([text.includes('Please leave out <numbers>.'), text.includes('Your stars')]).toEqual([true, false])
    const page = await (await mo.visit(`/passport/${RIBEYE_PATH}`)).text()
    expect(page).toContain('Please leave out &lt;numbers&gt;.')
    expect(await guestSees(PRODUCT)).not.toContain('Call me')
    expect((await decide({ decision: 'refuse', reason: 'Again' })).status).toBe(409)
    await write({ words: 'No numbers.' })
    const stale = await decide({ decision: 'approve', version: 1 })
    expect([stale.status, (await stale.json()).error]).toEqual([
      409,
      expect.stringContaining('read it again'),
    ])
    expect((await decide({ decision: 'approve', version: 2 })).status).toBe(200)
    expect(own()[0]?.state).toBe('published')
    await shop.settleDown()
    expect(mailsTo(shop, 'mo@example.com').at(-1)?.subject).toBe('Your review of Grass-fed ribeye is up')
  })

  test('COM-9 a reported review is hidden until staff decide; once kept, reports no longer hide it', async () => {
    const { shop, db, write, own, decide, deliver, guestSees, report, photoPaths, ruth } = await writer()
    deliver({ slugs: ['grass-fed-ribeye'] })
    await write({ words: 'Tough as a boot.', photos: [await photo()] })
    await decide({ decision: 'approve' })
    const ben = await signedIn(shop)
    await ben.visit('/shop')
    expect((await report(ben, 'no-reason')).status).toBe(422)
    expect((await report(ben, 'false')).status).toBe(200)
    expect((await report(ben, 'false')).status).toBe(200)
    const form = await ben.submit('POST', `/reviews/${own()[0]?.token}/report`, { reason: 'false' })
    expect([form.status, form.headers.get('location')]).toEqual([303, `${PRODUCT}/reviews`])
    expect([own()[0]?.state, db.select().from(reviewReports).all().length]).toEqual(['reported', 1])
    expect(await guestSees(PRODUCT)).not.toContain('Tough as a boot')
    expect((await (await shop.shopper()).visit(photoPaths()[0] ?? '')).status).toBe(404)
    const queue = await (await ruth.call('GET', '/staff/reviews?queue=reported')).json()
    expect(queue.reviews).toMatchObject([{ state: 'reported', reports: [{ reason: 'false' }] }])
    expect((await decide({ decision: 'approve' })).status).toBe(200)
    expect(await guestSees(PRODUCT)).toContain('Tough as a boot')
    const member = await signedIn(shop, 'member@example.com')
    await member.visit('/shop')
    expect((await report(member, 'abusive')).status).toBe(200)
    expect(await guestSees(PRODUCT)).toContain('Tough as a boot')
    expect((await (await ruth.call('GET', '/staff/reviews?queue=reported')).json()).total).toBe(1)
  })

  test("COM-9 a reported review isn't shown on its report page, either", async () => {
    const { shop, write, own, decide, deliver, report } = await writer()
    deliver({ slugs: ['grass-fed-ribeye'] })
    await write({ words: 'Call Jo at 555-0142.' })
    await decide({ decision: 'approve' })
    const ben = await signedIn(shop)
    const reportPage = async () => (await ben.visit(`/reviews/${own()[0]?.token}/report`)).text()
    expect(await reportPage()).toContain('Call Jo')
    expect((await report(ben, 'private')).status).toBe(200)
    expect(await reportPage()).not.toContain('Call Jo')
    expect(await reportPage()).toContain('reported it already')
  })

  test('COM-9 a reported review that its author edits is one open task', async () => {
    const { shop, db, write, decide, deliver, report } = await writer()
    deliver({ slugs: ['grass-fed-ribeye'] })
    const before = openReviewCount(db)
    await write({ words: 'First words' })
    await decide({ decision: 'approve' })
    const ben = await signedIn(shop)
    await ben.visit('/shop')
    await report(ben, 'private')
    await write({ words: 'Other words' })
    expect(openReviewCount(db) - before).toBe(1)
  })

  test("COM-9 one's own, an unpublished or an unknown review can't be reported, and a guest can't report", async () => {
    const { shop, mo, write, decide, deliver, report, own } = await writer()
    deliver({ slugs: ['grass-fed-ribeye'] })
    await write({ words: 'Mine' })
    const ben = await signedIn(shop)
    await ben.visit('/shop')
    expect((await report(ben, 'false')).status).toBe(404)
    await decide({ decision: 'approve' })
    expect((await report(mo, 'false')).status).toBe(409)
    const guest = await shop.shopper()
    await guest.visit('/shop')
    expect((await report(guest, 'false')).status).toBe(401)
    expect((await ben.call('POST', `/reviews/${'A'.repeat(22)}/report`, { reason: 'false' })).status).toBe(
      404,
    )
    expect(own()[0]?.state).toBe('published')
  })
})

describe('farms', () => {
  test('COM-9 a farm replies publicly to reviews of its own cuts, and to no others', async () => {
    const { write, decide, deliver, guestSees, own, farmer } = await writer()
    deliver({ slugs: ['grass-fed-ribeye'] })
    await write({ words: 'A bit thin.' })
    const answer = async (farm: string, words: string) =>
      farmer.call('POST', `/vendor/${farm}/reviews/${own()[0]?.token}`, { words })
    expect((await answer('three-larks-ranch', 'Early')).status).toBe(404)
    await decide({ decision: 'approve' })
    expect((await answer('three-larks-ranch', 'x'.repeat(1_001))).status).toBe(422)
    expect((await answer('three-larks-ranch', 'Sorry! <i>Next</i> time thicker.')).status).toBe(200)
    expect(await guestSees(PRODUCT)).toContain('Sorry! &lt;i&gt;Next&lt;/i&gt; time thicker.')
    expect((await answer('caliche-creek-wagyu', 'Ha')).status).toBe(404)
    const page = await (await farmer.visit('/vendor/three-larks-ranch/reviews')).text()
    expect(page).toContain('A bit thin.')
    const { results } = await validator.validateString(page)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
    expect((await answer('three-larks-ranch', '')).status).toBe(200)
    expect(await guestSees(PRODUCT)).not.toContain('time thicker')
  })

  test('COM-9 staff remove an offensive reply, with a reason, and keep the review', async () => {
    const { ruth, write, decide, deliver, guestSees, own, farmer } = await writer()
    deliver({ slugs: ['grass-fed-ribeye'] })
    await write({ words: 'A bit thin.' })
    await decide({ decision: 'approve' })
    const answer = { words: 'Mo lives at 1 Pine St.' }
    await farmer.call('POST', `/vendor/three-larks-ranch/reviews/${own()[0]?.token}`, answer)
    const desk = `/staff/reviews/${own()[0]?.id}`
    const page = await (await ruth.visit(desk)).text()
    expect(page).toContain('value="remove_answer"')
    const { results } = await validator.validateString(page)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
    expect((await decide({ decision: 'remove_answer' })).status).toBe(422)
    expect((await decide({ decision: 'remove_answer', reason: 'An address' })).status).toBe(200)
    const html = await guestSees(PRODUCT)
    expect([html.includes('A bit thin.'), html.includes('1 Pine St')]).toEqual([true, false])
    expect((await decide({ decision: 'remove_answer', reason: 'Again' })).status).toBe(404)
  })

  test('COM-9 a farm replies to the version it read: an edited review must be read again first', async () => {
    const { write, decide, deliver, guestSees, own, farmer } = await writer()
    deliver({ slugs: ['grass-fed-ribeye'] })
    await write({ words: 'Loved it!' })
    await decide({ decision: 'approve' })
    const page = await (await farmer.visit('/vendor/three-larks-ranch/reviews')).text()
    const [, version] = /name="version" value="(\d+)"/.exec(page) ?? []
    await write({ words: 'It made us sick.' })
    await decide({ decision: 'approve' })
    const answer = (fields: Record<string, unknown>) =>
      farmer.call('POST', `/vendor/three-larks-ranch/reviews/${own()[0]?.token}`, fields)
    const late = await answer({ words: 'Glad to hear!', version: version ?? '1' })
    expect([late.status, (await late.json()).error]).toEqual([409, expect.stringContaining('read it again')])
    expect(await guestSees(PRODUCT)).not.toContain('Glad to hear!')
    expect((await answer({ words: 'We are sorry.', version: String(own()[0]?.version) })).status).toBe(200)
  })

  test('COM-9 a reply to a review that was edited since is marked as to an earlier version', async () => {
    const { shop, write, decide, deliver, guestSees, own, farmer } = await writer()
    deliver({ slugs: ['grass-fed-ribeye'] })
    await write({ words: 'Loved it!' })
    await decide({ decision: 'approve' })
    await farmer.call('POST', `/vendor/three-larks-ranch/reviews/${own()[0]?.token}`, {
      words: 'Glad to hear!',
    })
    expect(await guestSees(PRODUCT)).not.toContain('earlier version')
    shop.pass(1_000)
    await write({ words: 'It made us sick.' })
    await decide({ decision: 'approve' })
    expect(await guestSees(PRODUCT)).toMatch(/answered an earlier version on .{5,20}<[\s\S]*Glad to hear!/)
  })
})

describe('later changes', () => {
  test("COM-9 a full refund removes the review, and staff can't publish it", async () => {
    const { db, write, own, decide, deliver, guestSees } = await writer()
    const order = deliver({ slugs: ['grass-fed-ribeye'] })
    await write({ words: 'Fine by me.' })
    await decide({ decision: 'approve' })
    db.update(orders).set({ state: 'refunded' }).where(eq(orders.id, order.id)).run()
    expect(own()).toMatchObject([{ state: 'refused', reason: 'Its order was refunded in full.' }])
    expect(await guestSees(PRODUCT)).not.toContain('Fine by me.')
    expect((await decide({ decision: 'approve' })).status).toBe(409)
  })

  test('COM-9 after a full refund the author still sees the reason, and can delete the review', async () => {
    const { db, mo, write, own, decide, deliver } = await writer()
    const order = deliver({ slugs: ['grass-fed-ribeye'] })
    await write({ words: 'Fine by me.' })
    await decide({ decision: 'approve' })
    db.update(orders).set({ state: 'refunded' }).where(eq(orders.id, order.id)).run()
    const page = await mo.visit(`/passport/${RIBEYE_PATH}`)
    const html = await page.text()
    expect(page.status).toBe(200)
    for (const words of ['Its order was refunded in full.', 'Fine by me.', 'Delete review'])
      expect(html).toContain(words)
    expect(html).not.toContain('Save review')
    expect(html).not.toContain('Your stars')
    const gone = await mo.submit('DELETE', `/passport/${RIBEYE_PATH}/review`)
    expect([gone.status, gone.headers.get('location'), own()]).toEqual([303, '/passport', []])
    expect((await mo.visit(`/passport/${RIBEYE_PATH}`)).status).toBe(404)
  })

  test('COM-9 deleting the review, or the account, removes it from pages and exports', async () => {
    const { shop, db, mo, write, own, decide, deliver, guestSees } = await writer()
    deliver({ slugs: ['grass-fed-ribeye'] })
    await write({ words: 'For a while', photos: [await photo()] })
    await decide({ decision: 'approve' })
    const user = userOf(shop, 'mo@example.com')
    expect(personalData(db, { user, email: user.email }, 'Droveway', NOW)).toMatchObject({
      reviews: [{ product: 'Grass-fed ribeye', words: 'For a while', state: 'published', photos: 1 }],
    })
    expect((await mo.submit('DELETE', `/passport/${RIBEYE_PATH}/review`)).status).toBe(303)
    expect([own(), db.select().from(reviewPhotos).all()]).toEqual([[], []])
    expect(await guestSees(PRODUCT)).not.toContain('For a while')
    await write({ words: 'Back again' })
    await decide({ decision: 'approve' })
    await mo.call('POST', '/account/close', { sure: '1' })
    await shop.settleDown()
    expect(own()).toEqual([])
    expect(await guestSees(PRODUCT)).not.toContain('Back again')
  })

  test("COM-9 a farm's list has the reviews of all its cuts, newest first", async () => {
    const { db, write, decide, deliver, guestSees } = await writer()
    deliver({ slugs: ['grass-fed-ribeye'] })
    const farm = '/farms/three-larks-ranch'
    expect(await guestSees(farm)).not.toContain('What people say')
    await write({ words: 'One of a kind' })
    await decide({ decision: 'approve' })
    expect(await guestSees(farm)).toContain('One of a kind')
    const { total, shown } = reviewsOfFarm(db, 1, 10)
    expect([total, shown[0]?.words, shown[0]?.farm.slug]).toEqual([1, 'One of a kind', 'three-larks-ranch'])
  })

  test("COM-9 a farm's page omits reviews of cuts no longer sold; its back office keeps them", async () => {
    const { db, write, decide, deliver, guestSees, farmer } = await writer()
    deliver({ slugs: ['grass-fed-ribeye'] })
    await write({ words: 'One of a kind' })
    await decide({ decision: 'approve' })
    db.update(varieties).set({ hidden: true }).where(eq(varieties.slug, 'grass-fed-ribeye')).run()
    expect(await guestSees('/farms/three-larks-ranch')).not.toContain('One of a kind')
    expect(await (await farmer.visit('/vendor/three-larks-ranch/reviews')).text()).toContain('One of a kind')
  })

  test('a database constraint prevents a review of an undelivered cut', async () => {
    const { db, user, deliver, withLine } = await writer()
    const line = withLine(deliver({ slugs: ['grass-fed-ribeye'], state: 'shipped' }))
    const review = {
      token: 'A'.repeat(22),
      userId: user.id,
      name: 'Mo',
      words: 'Hm',
      writtenAt: NOW,
      ...line,
    }
    expect(() => db.insert(reviews).values(review).run()).toThrow('only what was delivered can be reviewed')
  })

  test("COM-9 a product's reviews have a paginated page", async () => {
    const { shop, db } = await writer()
    withoutReviews(db)
    const guest = await shop.shopper()
    expect(await (await guest.visit(`${PRODUCT}/reviews`)).text()).toContain('No reviews yet')
    for (const path of [
      `${PRODUCT}/reviews?page=2`,
      `${PRODUCT}/reviews?page=x`,
      '/products/nothing/reviews',
    ])
      expect((await guest.visit(path)).status, path).toBe(404)
  })
})
