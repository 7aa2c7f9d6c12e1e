import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { claimPhotos, claims, orderLines, orderRewards } from '#db/schema/index.ts'
import { claimsOf } from '#src/claims/claims.ts'
import { addDays, DAY_MS, formatDay } from '#src/day.ts'
import { instantOf } from '#src/delivery/zones.ts'
import { guestKey } from '#src/orders/guest-key.ts'
import { itemsOf } from '#src/orders/items.ts'
import { eraseGuests, oldGuestOrders } from '#src/orders/retention.ts'
import { mailsTo, signedIn } from '../support/account.ts'
import { changeOrder, offerToken, orderOf } from '../support/buying.ts'
import { arrivedBox, photo, tell } from '../support/claims.ts'
import { offerIdOf } from '../support/lots.ts'
import { shippedBox } from '../support/parcels.ts'
import { paidOrder } from '../support/refunding.ts'
import { asTx } from '../support/tx.ts'
import { validator } from '../support/valid-html.ts'

const pathOf = (token: string) => `/account/orders/${token}/claims`

test('ORD-9 a claim has lines and a photo, whose location data is removed, and staff can see it', async () => {
  const box = await arrivedBox()
  const form = await (await box.ana.visit(pathOf(box.token))).text()
  for (const words of ['Thawed', 'accept="image/jpeg,image/png,image/webp"', 'multipart/form-data'])
    expect(form).toContain(words)
  const { results } = await validator.validateString(form)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])

  const bytes = await photo()
  expect((await sharp(bytes).metadata()).exif).toBeDefined()
  const told = await tell(box.ana, box.token, { lines: box.lines(), note: 'Soft inside', photos: [bytes] })
  expect([told.status, (await told.json()).url]).toEqual([200, `http://localhost:3000${pathOf(box.token)}`])
  const [claim] = box.claims()
  expect(claim).toMatchObject({ kind: 'thawed', note: 'Soft inside', fcId: 1, answer: null })
  expect(claim?.lines.map(({ token }) => token)).toEqual(box.lines())

  const url = `${pathOf(box.token)}/photos/${claim?.photos[0]}`
  const stored = Buffer.from(await (await box.ana.visit(url)).arrayBuffer())
  const { format, exif, width } = await sharp(stored).metadata()
  expect([format, exif, width]).toEqual(['webp', undefined, 40])
  expect((await box.ruth.visit(`/staff/claims/${claim?.id}/photos/${claim?.photos[0]}`)).status).toBe(200)
  const list = await (await box.ruth.call('GET', '/staff/claims')).json()
  expect(list.claims.map(({ id }: { id: number }) => id)).toContain(claim?.id)
  expect(await (await box.ana.visit(`/account/orders/${box.token}`)).text()).toContain('You told us')
})

test('ORD-9 a claim sent twice is one claim, and the same lines cannot be claimed again', async () => {
  const box = await arrivedBox()
  const told = { lines: box.lines(), note: 'Soft' }
  const answers = await Promise.all([tell(box.ana, box.token, told), tell(box.ana, box.token, told)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(box.claims()).toHaveLength(1)
  const other = await tell(box.ana, box.token, { ...told, kind: 'damaged' })
  expect([other.status, (await other.json()).error]).toEqual([
    409,
    expect.stringContaining("You've already told us about"),
  ])
  expect(await (await box.ana.visit(pathOf(box.token))).text()).toContain('You told us')
})

test('ORD-9 the order’s page offers claims until everything in the box was claimed', async () => {
  const box = await arrivedBox()
  const [line] = itemsOf(box.db, box.order().id)
  const honey = {
    orderId: box.order().id,
    offerId: offerIdOf(box.shop, offerToken(box.db, 'wildflower-honey')),
    quantity: 1,
  }
  box.db
    .insert(orderLines)
    .values({ ...honey, priceCents: 900, addedAt: box.shop.clock.now() })
    .run()
  const page = async () => (await box.ana.visit(`/account/orders/${box.token}`)).text()
  await tell(box.ana, box.token, { lines: [line?.token ?? ''] })
  expect(await page()).toContain('Tell us what went wrong')
  await tell(box.ana, box.token, { lines: box.lines().slice(1), kind: 'missing' })
  expect(await page()).not.toContain('Tell us what went wrong')
  expect(await page()).toContain('told us about everything in this box')
})

test('ORD-9 the form says whom to ask about a free gift, which has no line to claim', async () => {
  const box = await arrivedBox()
  const form = async () => (await box.ana.visit(pathOf(box.token))).text()
  expect(await form()).not.toContain('your free')
  const offerId = offerIdOf(box.shop, offerToken(box.db, 'wildflower-honey'))
  box.db.insert(orderRewards).values({ orderId: box.order().id, offerId, usedAt: box.shop.clock.now() }).run()
  expect(await form()).toMatch(/Is it about your free [^?]*honey\? Email .*help@droveway\.example/s)
})

test('ORD-9 photos added when the same form is sent again are kept, each once', async () => {
  const box = await arrivedBox()
  const told = { lines: box.lines(), note: 'Soft' }
  await tell(box.ana, box.token, told)
  for (const round of [1, 2])
    expect((await tell(box.ana, box.token, { ...told, photos: [await photo()] })).status, `${round}`).toBe(
      200,
    )
  expect(box.claims()).toMatchObject([{ photos: [expect.any(String)] }])
})

test('ORD-9 too many, too large or unsupported photos are rejected, and none are kept', async () => {
  const box = await arrivedBox()
  const small = await photo()
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(200)])
  const bomb = await sharp({ create: { width: 8_000, height: 7_000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const cut = small.subarray(0, 200)
  for (const [photos, status, words] of [
    [Array.from({ length: 5 }, () => small), 413, 'up to 4 photos'],
    [[Buffer.concat([small, Buffer.alloc(8 * 1024 * 1024)])], 413, '8 MB'],
    [[small, heic], 422, 'HEIC'],
    [[Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')], 422, 'JPEG, PNG or WebP'],
    [[bomb], 422, "couldn't read"],
    [[cut], 422, "couldn't read"],
    [[small, Buffer.alloc(0)], 422, "couldn't read"],
  ] as const) {
    const answer = await tell(box.ana, box.token, { lines: box.lines(), photos: [...photos] })
    expect([answer.status, (await answer.json()).error]).toEqual([status, expect.stringContaining(words)])
  }
  const huge = await tell(box.ana, box.token, { photos: [Buffer.alloc(40 * 1024 * 1024)] })
  expect([huge.status, box.claims()]).toEqual([413, []])
}, 60_000)

test('ORD-9 an incomplete form comes back with the choices made and says what is missing', async () => {
  const box = await arrivedBox()
  const accept = 'text/html'
  const plain = await tell(box.ana, box.token, { kind: 'cold', lines: box.lines(), note: 'Hm', accept })
  const html = await plain.text()
  expect([plain.status, html]).toEqual([422, expect.stringContaining('Please choose what went wrong.')])
  expect(html).toMatch(new RegExp(`value="${box.lines()[0]}"[^>]* checked`))
  const note = 'It arrived \u202e warm'
  const odd = await tell(box.ana, box.token, { lines: box.lines(), note, photos: [await photo()], accept })
  const kept = await odd.text()
  expect(odd.status).toBe(422)
  expect(kept).toMatch(/role="alert" tabindex="-1" autofocus[^>]*>.*Please choose your photos again\./s)
  expect(kept).toMatch(/name="kind" value="\w+" checked/)
  expect(kept).toMatch(new RegExp(`value="${box.lines()[0]}"[^>]* checked`))
  expect(kept).toContain(`${note}</textarea>`)
  for (const [told, status] of [
    [{ lines: [] }, 422],
    [{ lines: ['A'.repeat(22)] }, 422],
    [{ lines: box.lines(), note: 'x'.repeat(1_001) }, 422],
  ] as const)
    expect((await tell(box.ana, box.token, { ...told, lines: [...told.lines] })).status).toBe(status)
  expect((await tell(box.ana, box.token, { kind: 'late' })).status).toBe(200)
  expect(box.claims()[0]?.lines.length).toBe(box.lines().length)
})

test('ORD-9 claims open on delivery and close after 14 days, then show whom to contact', async () => {
  const box = await arrivedBox()
  changeOrder(box.db, box.token, { state: 'in_wave' })
  expect((await tell(box.ana, box.token, { lines: box.lines() })).status).toBe(409)
  changeOrder(box.db, box.token, { state: 'delivered' })
  box.shop.pass(15 * DAY_MS)
  const key = guestKey(box.shop.config, box.token)
  const guest = await box.shop.shopper()
  const late = await tell(guest, box.token, { lines: box.lines(), key })
  expect([late.status, (await late.json()).error]).toEqual([
    409,
    expect.stringContaining('help@droveway.example'),
  ])
  const page = await (await guest.visit(`${pathOf(box.token)}?key=${key}`)).text()
  expect(page).toContain('help@droveway.example')
  expect(page).not.toContain('type="file"')
  const order = await (await guest.visit(`/account/orders/${box.token}?key=${key}`)).text()
  expect(order).toMatch(/You could tell us what went wrong until .* Questions\?.*help@droveway\.example/s)
  expect(order).not.toContain('/claims?')
  const tracking = await (await guest.visit(`/${box.token}/tracking-info?key=${key}`)).text()
  expect(tracking).toContain('You could tell us what went wrong until')
})

test('ORD-9 a box that was refunded in the provider’s dashboard and never shipped cannot have claims', async () => {
  const paid = await paidOrder()
  await paid.shop.services.stripe.refunds.create({ payment_intent: paid.intentId })
  await paid.shop.settleDown()
  expect(paid.order().state).toBe('refunded')
  const lines = itemsOf(paid.db, paid.order().id).map(({ token }) => token)
  const told = await tell(paid.ana, paid.token, { lines, kind: 'missing' })
  expect([told.status, claimsOf(paid.db, paid.order().id)]).toEqual([409, []])
})

test('ORD-9 the 14 days are counted in the destination’s time zone, on every page and in the email', async () => {
  const { shop, box, tell: news } = await shippedBox()
  changeOrder(shop.db, box.token, { deliveryPostalCode: '10001' }) // three hours ahead of its center
  await news({ status: 'delivered', at: '2026-12-02T06:00:00Z' }) // 1 a.m. there, and still December 1 in Reno
  await shop.settleDown()
  const query = `?key=${guestKey(shop.config, box.token)}`
  const guest = await shop.shopper()
  const claims = await (await guest.call('GET', `${pathOf(box.token)}${query}`)).json()
  expect(claims.until).toBe('2026-12-16')
  for (const path of [pathOf(box.token), `/account/orders/${box.token}`, `/${box.token}/tracking-info`])
    expect(await (await guest.visit(`${path}${query}`)).text(), path).toMatch(/(Dec|December) 16/)
  const mail = mailsTo(shop, orderOf(shop.db, box.token).email ?? '').at(-1)
  expect(mail?.text).toContain('tell us by Wednesday, December 16')
})

test('ORD-9 TRK-1 for a late box the 14 days count from the day that the carrier names, on every page', async () => {
  const { shop, box, tell: news } = await shippedBox()
  const { arrivalOn } = orderOf(shop.db, box.token)
  const expected = addDays(arrivalOn!, 3)
  await news({ status: 'in_transit', at: `${arrivalOn}T15:00:00Z`, estimate: `${expected}T20:00:00Z` })
  const query = `?key=${guestKey(shop.config, box.token)}`
  const guest = await shop.shopper()
  const orderPage = async () => (await guest.visit(`/account/orders/${box.token}${query}`)).text()
  expect(await orderPage()).not.toContain('Tell us what went wrong')
  shop.pass(instantOf(addDays(arrivalOn!, 1), 12, 'America/Los_Angeles') - shop.clock.now())
  const until = addDays(expected, 14)
  const claims = await (await guest.call('GET', `${pathOf(box.token)}${query}`)).json()
  expect(claims.until).toBe(until)
  const order = await orderPage()
  expect(order).toContain(`through ${formatDay(until, 'short')}`)
  expect(order).toContain('Tell us what went wrong')
})

test('ORD-9 TRK-1 a delivery that the carrier reports without a time is never shown as one in 1970', async () => {
  const { shop, box, tell: news } = await shippedBox()
  await news({ status: 'delivered' })
  await shop.settleDown()
  const query = `?key=${guestKey(shop.config, box.token)}`
  const guest = await shop.shopper()
  for (const path of [pathOf(box.token), `/account/orders/${box.token}`, `/${box.token}/tracking-info`]) {
    const page = await (await guest.visit(`${path}${query}`)).text()
    expect(page, path).not.toMatch(/1970|1969|Jan(uary)? 1\b|Dec(ember)? 31\b/)
  }
})

test('ORD-9 a guest files a claim with the key from the receipt; claims and photos are private', async () => {
  const box = await arrivedBox()
  const key = guestKey(box.shop.config, box.token)
  const guest = await box.shop.shopper()
  expect((await tell(guest, box.token, { lines: box.lines(), photos: [await photo()], key })).status).toBe(
    200,
  )
  const eve = await signedIn(box.shop, 'other@example.com')
  await eve.visit('/cart')
  const image = `${pathOf(box.token)}/photos/${box.claims()[0]?.photos[0]}`
  for (const path of [pathOf(box.token), image, `${image}?key=x`, `/staff/claims/${box.claims()[0]?.id}`])
    expect((await eve.visit(path)).status, path).toBe(404)
  expect((await tell(eve, box.token, { lines: box.lines() })).status).toBe(404)
  expect((await guest.visit(`${image}?key=${key}`)).status).toBe(200)
})

test('ORD-9 SET-1 erasing a person erases the text and photos of their claims', async () => {
  const box = await arrivedBox()
  await tell(box.ana, box.token, { lines: box.lines(), note: 'Call me', photos: [await photo()] })
  const [tx, now] = [asTx(box.db), box.shop.clock.now()]
  eraseGuests(tx, oldGuestOrders(tx, now + 1, 10_000), now)
  const [claim] = box.db.select().from(claims).where(eq(claims.orderId, box.order().id)).all()
  expect([claim?.note, box.db.select({ id: claimPhotos.id }).from(claimPhotos).all()]).toEqual(['', []])
})
