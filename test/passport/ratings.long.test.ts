import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { claimLines, claims, orderLines, orders, ratings } from '#db/schema/index.ts'
import { refundOrder } from '#src/payments/refund-order.ts'
import { signedIn } from '../support/account.ts'
import { changeOrder } from '../support/buying.ts'
import { NOW } from '../support/now.ts'
import { withoutRatings } from '../support/ratings.ts'
import { paidOrder } from '../support/refunding.ts'
import { deliverTo, RIBEYE_PATH, sumOf, taster } from '../support/tastes.ts'
import { asTx } from '../support/tx.ts'
import { world } from '../support/world.ts'

const RATING = `/ratings/${RIBEYE_PATH}`
const SLUG = 'grass-fed-ribeye'

async function unrated() {
  const made = await taster()
  withoutRatings(made.db)
  const own = () => made.db.select().from(ratings).where(eq(ratings.userId, made.user.id)).all()
  return { ...made, own, sum: () => sumOf(made, SLUG) }
}

describe('rating a cut', () => {
  test('COM-4 a delivered cut can be rated: the last score counts once, and 0 removes it', async () => {
    const { mo, deliver, own, sum } = await unrated()
    deliver({ slugs: [SLUG] })
    const first = await mo.call('POST', `${RATING}/4`)
    expect([first.status, await first.json()]).toEqual([
      200,
      {
        message: 'Thanks! You gave Grass-fed ribeye 4 stars.',
        score: 4,
        cut: 'Grass-fed ribeye',
        farm: 'Three Larks Ranch',
        rating: null,
      },
    ])
    expect(sum()).toEqual({ buyers: 1, scoreSum: 4 })
    expect((await mo.call('POST', `${RATING}/5`)).status).toBe(200)
    expect([sum(), own().length]).toEqual([{ buyers: 1, scoreSum: 5 }, 1])
    for (const again of [0, 0]) expect((await mo.call('POST', `${RATING}/${again}`)).status).toBe(200)
    expect([sum(), own()]).toEqual([{ buyers: 0, scoreSum: 0 }, []])
  })

  test('COM-4 a score is a whole number from 0 to 5, in one notation; anything else changes nothing', async () => {
    const { mo, deliver, own } = await unrated()
    deliver({ slugs: [SLUG] })
    for (const score of ['-1', '6', '4.5', '5%20OR%201', '05', 'five', '%00', '1e0']) {
      const refused = await mo.call('POST', `${RATING}/${score}`)
      expect([refused.status, (await refused.json()).error], score).toEqual([
        422,
        'Please choose from 0 to 5 stars.',
      ])
    }
    expect((await mo.call('POST', RATING, { score: 3 })).status).toBe(200)
    expect((await mo.call('POST', RATING)).status).toBe(422)
    expect(own().map(({ score }) => score)).toEqual([3])
  })

  test("COM-4 a cut that wasn't bought, wasn't delivered, never arrived or is unknown can't be rated", async () => {
    const { shop, db, mo, deliver, own } = await unrated()
    const refused = async () => {
      const answer = await mo.call('POST', `${RATING}/5`)
      expect([answer.status, (await answer.json()).error]).toEqual([
        422,
        'You can rate a cut once it has been delivered to you.',
      ])
    }
    await refused()
    deliverTo(shop, null, { slugs: [SLUG] }) // a guest's
    await refused()
    const order = deliver({ slugs: [SLUG], state: 'shipped' })
    for (const state of ['paid', 'in_wave', 'shipped', 'review', 'canceled', 'refunded'] as const) {
      db.update(orders).set({ state }).where(eq(orders.id, order.id)).run()
      await refused()
    }
    db.update(orders).set({ state: 'delivered' }).where(eq(orders.id, order.id)).run()
    const line = db.select().from(orderLines).where(eq(orderLines.orderId, order.id)).get()
    const { id: claimId } = db
      .insert(claims)
      .values({ orderId: order.id, kind: 'missing', createdAt: NOW })
      .returning()
      .get()
    db.insert(claimLines)
      .values({ claimId, orderLineId: line?.id ?? 0 })
      .run()
    await refused()
    for (const path of [
      'no-farm/grass-fed-ribeye',
      'three-larks-ranch/no-cut',
      'old-yoke-farm/grass-fed-ribeye',
    ])
      expect((await mo.call('POST', `/ratings/${path}/5`)).status, path).toBe(404)
    expect(own()).toEqual([])
  })

  test("COM-4 rating needs an account and the page's token, and never happens by a link", async () => {
    const { shop, mo, deliver, own } = await unrated()
    deliver({ slugs: [SLUG] })
    const guest = await shop.shopper()
    await guest.visit('/shop')
    expect((await guest.call('POST', `${RATING}/5`)).status).toBe(401)
    expect((await mo.send(`${RATING}/5`, { method: 'POST' })).status).toBe(403)
    expect((await mo.visit(`${RATING}/5`)).status).toBe(302)
    expect(own()).toEqual([])
  })

  test('COM-4 fifty concurrent ratings by one buyer count once', async () => {
    const { mo, deliver, own, sum } = await unrated()
    deliver({ slugs: [SLUG] })
    const scores = Array.from({ length: 50 }, (_, index) => (index % 5) + 1)
    const answers = await Promise.all(scores.map((score) => mo.call('POST', `${RATING}/${score}`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect([own().length, sum()]).toEqual([1, { buyers: 1, scoreSum: own()[0]?.score }])
  })

  test('COM-4 BEH-20 without scripts, clicking the selected star clears the rating', async () => {
    const { mo, deliver, own } = await unrated()
    const { token } = deliver({ slugs: [SLUG] })
    const order = `/account/orders/${token}`
    const actions = async () =>
      [...(await (await mo.visit(order)).text()).matchAll(/formaction="([^"]+)"/g)].map(([, url]) => url)
    expect(await actions()).toEqual([1, 2, 3, 4, 5].map((star) => `${RATING}/${star}`))
    const rated = await mo.submit('POST', `${RATING}/4`, { order: token })
    expect([rated.status, rated.headers.get('location')]).toEqual([303, order])
    expect(await actions()).toEqual([1, 2, 3, 0, 5].map((star) => `${RATING}/${star}`))
    await mo.submit('POST', `${RATING}/0`, { order: token })
    expect(own()).toEqual([])
  })

  test("COM-4 a delivered order's lines have rating forms, for its owner", async () => {
    const { shop, mo, deliver } = await unrated()
    const { token } = deliver({ slugs: [SLUG, 'wagyu-ribeye'] })
    const open = deliver({ slugs: [SLUG], state: 'shipped' })
    const actionsOn = async (order: string) =>
      [
        ...(await (await mo.visit(`/account/orders/${order}`)).text()).matchAll(
          /action="(\/ratings\/[^"]+)"/g,
        ),
      ].length
    expect([await actionsOn(token), await actionsOn(open.token)]).toEqual([2 + 2 * 5, 0])
    const ben = await signedIn(shop)
    expect((await ben.visit(`/account/orders/${token}`)).status).toBe(404)
  })

  test('LOT-2 the farm of each line on the order page links to its page', async () => {
    const { mo, deliver } = await unrated()
    const { token } = deliver({ slugs: [SLUG] })
    expect(await (await mo.visit(`/account/orders/${token}`)).text()).toContain(
      'href="/farms/three-larks-ranch"',
    )
    expect((await mo.visit('/farms/three-larks-ranch')).status).toBe(200)
  })
})

describe('averages', () => {
  test('COM-4 with five buyers the average is public, and is in the response', async () => {
    const { shop, db } = await unrated()
    const answers: { average: number; buyers: number }[] = []
    for (const score of [5, 5, 4, 4, 4]) {
      const { mo, deliver } = await taster(shop, `buyer${db.select().from(ratings).all().length}@example.com`)
      deliver({ slugs: [SLUG] })
      answers.push((await (await mo.call('POST', `${RATING}/${score}`)).json()).rating)
    }
    expect(answers).toEqual([null, null, null, null, { average: 4.4, buyers: 5 }])
    const page = await (await (await shop.shopper()).visit(`/products/${SLUG}`)).text()
    expect(page).toContain('"ratingValue":"4.4"')
  })

  test('COM-4 a full refund removes the stars from the average', async () => {
    const paid = await paidOrder()
    const { shop, db } = paid
    withoutRatings(db)
    const { mo, user } = await taster(shop)
    changeOrder(db, paid.token, { state: 'delivered', userId: user.id })
    const slug = 'grass-fed-ribeye'
    const order = paid.order()
    const page = await (await mo.visit(`/account/orders/${paid.token}`)).text()
    const [, url = ''] = /action="(\/ratings\/[^"/]+\/[^"/]+)"/.exec(page) ?? []
    const rated = url.split('/').at(-1) ?? slug
    expect((await mo.call('POST', `${url}/2`)).status).toBe(200)
    expect(sumOf(shop, rated)).toEqual({ buyers: 1, scoreSum: 2 })
    expect(refundOrder(asTx(db), order.id, 'staff', NOW)).toEqual({ ok: true, backCents: order.totalCents })
    expect([sumOf(shop, rated).buyers, db.select().from(ratings).all()]).toEqual([0, []])
    expect((await mo.call('POST', `${url}/5`)).status).toBe(422)
  })

  test('COM-4 a rating stays as long as another box with the cut was delivered and not refunded', async () => {
    const { db, mo, deliver, own, sum } = await unrated()
    const [first, second] = [deliver({ slugs: [SLUG] }), deliver({ slugs: [SLUG] })]
    await mo.call('POST', `${RATING}/3`)
    const refund = (id: number) => db.update(orders).set({ state: 'refunded' }).where(eq(orders.id, id)).run()
    refund(second.id)
    expect([own().length, sum()]).toEqual([1, { buyers: 1, scoreSum: 3 }])
    refund(first.id)
    expect([own(), sum()]).toEqual([[], { buyers: 0, scoreSum: 0 }])
  })

  test('COM-4 closing an account removes its stars from the average', async () => {
    const { shop, mo, deliver, sum } = await unrated()
    deliver({ slugs: [SLUG] })
    await mo.call('POST', `${RATING}/1`)
    expect(sum().buyers).toBe(1)
    expect((await mo.call('POST', '/account/close', { sure: '1' })).status).toBe(200)
    await shop.settleDown()
    expect(sum()).toEqual({ buyers: 0, scoreSum: 0 })
  })
})

test("COM-4 the demo's ratings are all of delivered orders", async () => {
  const { db } = await world()
  const states = db
    .selectDistinct({ state: orders.state })
    .from(ratings)
    .innerJoin(orderLines, eq(orderLines.id, ratings.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .all()
  expect(states).toEqual([{ state: 'delivered' }])
})
