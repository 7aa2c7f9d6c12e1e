import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, desc, eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { durably, serialize } from '#db/client.ts'
import {
  farms,
  giftCards,
  jobs,
  orderLines,
  orders,
  outboxMessages,
  payments,
  refunds,
  roles,
  staffFlags,
  stock,
} from '#db/schema/index.ts'
import { assertDay } from '#src/day.ts'
import { endLapsedBadges } from '#src/farms/lapsed-badges.ts'
import type { FlagAction } from '#src/flags/flag-actions.ts'
import { flagForStaff } from '#src/flags/flags.ts'
import type { FlagKind } from '#src/flags/kinds.ts'
import { makeWave } from '#src/fulfillment/waves.ts'
import { isOutwardHeld, recognizeShop } from '#src/jobs/outward.ts'
import { paths } from '#src/paths.ts'
import { checkLedgers } from '#src/payments/ledger-check.ts'
import { refundOrder } from '#src/payments/refund-order.ts'
import { grantStoreCredit } from '#src/pricing/gift-ledger.ts'
import { TextError } from '#src/providers/texts/texter.ts'
import { tendReferrals } from '#src/referrals/tend.ts'
import { followParcels } from '#src/shipping/follow-parcels.ts'
import { checkTrail } from '#src/staff/check-trail.ts'
import { random } from '#src/tokens.ts'
import { backUpNightly } from '#src/work/nightly-backup.ts'
import { ANA, BEN, signedIn, userOf } from '../support/account.ts'
import { toldVerifier } from '../support/address-verifiers.ts'
import {
  changeOrder,
  expectOk,
  offerToken,
  orderOf,
  prepareToPay,
  readyToPay,
  SEATTLE,
} from '../support/buying.ts'
import { CENTER, DALE } from '../support/clerks.ts'
import { giftDesk, lineTos, PASSED } from '../support/corporate-gifts.ts'
import { farmOf } from '../support/farms.ts'
import { addCard, boughtCards, mailedCode, payFor } from '../support/gift-cards.ts'
import { heldBox } from '../support/held-boxes.ts'
import { bringElsewhere, inDays, recalledBox, receiveLot } from '../support/lots.ts'
import { labeledBox, shippedBox } from '../support/parcels.ts'
import { forgetCustomers, makeRecurring } from '../support/paying-by-card.ts'
import { buyByLink, moveInWith, referringShop } from '../support/referrals.ts'
import { paidOrder as paidByCard, refusedPayment } from '../support/refunding.ts'
import { openFlag, quiet, RUTH, solveOnPage } from '../support/staff.ts'
import { giveText, subscribe, toldTexter } from '../support/texts.ts'
import { testConfig, type World, world } from '../support/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type Raised = {
  shop: World
  /** Checks the outcome after the flag is resolved. */
  settled?: () => Promise<void> | void
}

type Case = {
  /** Raises the flag through public routes wherever possible. */
  raise: () => Promise<Raised>
  action: FlagAction
  words?: string
}

/** A shop without the demo's own flag, so each kind has at most one. */
async function quietShop(wishes: Parameters<typeof world>[0] = {}) {
  const shop = await world(wishes)
  shop.db.delete(staffFlags).run()
  return shop
}

async function secondOnStaff(shop: World) {
  shop.db
    .insert(roles)
    .values({ userId: userOf(shop, BEN).id, role: 'staff' })
    .run()
  return signedIn(shop, BEN)
}

/** Ben asks; he is on the staff, too. */
async function askLargeRefund(shop: World, token: string) {
  const ben = await secondOnStaff(shop)
  const asked = await ben.call('POST', `/staff/orders/${token}/refund`, {
    amount_cents: 25_000,
    reason: 'Half of it came thawed.',
  })
  expect((await asked.json()).state).toBe('waiting')
}

const refundsOf = ({ db }: World, orderId: number) =>
  db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .all()
    .map(({ amountCents }) => amountCents)

async function paidOrder(shop: World, email = 'ana@example.com', quantity = 1) {
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db, { email, quantity })
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret)
  await shop.settleDown()
  return { ana, token, order: () => orderOf(shop.db, token) }
}

/** Runs the due jobs every hour for this long. */
async function letPass(shop: World, milliseconds: number) {
  for (let passed = 0; passed < milliseconds; passed += HOUR) {
    shop.pass(HOUR)
    await shop.settleDown()
  }
}

/** The path that assigns a new flag. */
async function claimedFlag({ db, clock }: World): Promise<string> {
  const flag = { kind: 'unknown_payment', key: 'pi_1', detail: 'About pi_1.', now: clock.now() } as const
  await durably(db, (tx) => flagForStaff(tx, flag))
  return `/staff/flags/${db.select().from(staffFlags).get()?.id}/assign`
}

async function unverifiedOrder() {
  const { told, verifier } = toldVerifier({ status: 'unverified' })
  const shop = await quietShop({ services: { addressVerifier: verifier } })
  const { order } = await paidOrder(shop)
  return { shop, told, order }
}

/** A kind without a case is a compile error. */
const CASES: Record<FlagKind, Case> = {
  dispute: {
    action: 'done',
    words: 'I sent the evidence.',
    async raise() {
      const { shop, order } = quiet(await paidByCard('pm_card_createDispute'))
      const forgotten = await solveOnPage(shop, 'dispute', 'done', 'I sent the evidence.')
      expect([forgotten.status, order().state]).toEqual([409, 'review'])
      await solveOnPage(shop, 'dispute', 'release_box')
      return { shop, settled: () => expect(order().state).toBe('paid') }
    },
  },

  fraud_warning: {
    action: 'dismiss',
    words: 'I called her: it was she who paid.',
    async raise() {
      const { shop, order } = quiet(await paidByCard('pm_card_createIssuerFraudRecord'))
      return { shop, settled: () => expect(order().state).toBe('paid') }
    },
  },

  refund_waits: {
    action: 'approve_refund',
    words: 'I saw the photos.',
    async raise() {
      const shop = await quietShop()
      const { order } = await paidOrder(shop, 'june@example.com', 6)
      await askLargeRefund(shop, order().token)
      return { shop, settled: () => expect(refundsOf(shop, order().id)).toEqual([25_000]) }
    },
  },

  giving_waits: {
    action: 'dismiss',
    words: 'She only wants one pack back.',
    async raise() {
      const shop = await quietShop()
      const { order } = await paidOrder(shop, 'june@example.com', 6)
      const ben = await secondOnStaff(shop)
      const cancel = { reason: 'She asked by phone.' }
      const asked = await ben.call('POST', `/staff/orders/${order().token}/cancel`, cancel)
      expect(asked.status).toBe(409)
      return { shop, settled: () => expect(order().state).toBe('paid') }
    },
  },

  referral: {
    action: 'done',
    words: 'They are neighbors.',
    async raise() {
      const { shop, code } = await referringShop()
      const { order } = await buyByLink(shop, code, 'cousin@example.com')
      moveInWith(shop, ANA, order())
      await tendReferrals(shop.services)
      return { ...quiet({ shop, order }), settled: () => expect(order().state).toBe('paid') }
    },
  },

  gift_card_to_post: {
    action: 'done',
    words: 'It is in the mail.',
    async raise() {
      const shop = await quietShop()
      const ana = await shop.shopper()
      const token = await readyToPay(ana, shop.db, { email: 'ana@example.com' })
      await addCard(ana, { delivery_method: 'ship', amount_cents: '5000' })
      await payFor(shop, ana, token)
      return { shop, settled: () => expect(orderOf(shop.db, token).state).toBe('paid') }
    },
  },

  gift_boxes_failed: {
    action: 'done',
    words: 'The company chose another day.',
    async raise() {
      const desk = await giftDesk()
      await desk.add(lineTos(1))
      await desk.quote()
      await desk.pay()
      changeOrder(desk.shop.db, desk.orderOfBox(0).token, { arrivalOn: PASSED })
      desk.shop.db.delete(staffFlags).run()
      await desk.place()
      return { shop: desk.shop }
    },
  },

  credit_forfeited: {
    action: 'done',
    words: 'She wrote to us and got a gift card.',
    async raise() {
      const shop = await quietShop()
      const ben = await signedIn(shop, BEN)
      const entry = { cents: 2_500, reference: 'a friend', now: shop.clock.now() }
      await durably(shop.db, (tx) =>
        grantStoreCredit(tx, userOf(shop, BEN).id, 'referral', { ...entry, random }),
      )
      const token = await readyToPay(ben, shop.db)
      await ben.confirm((await prepareToPay(ben, token)).clientSecret)
      await shop.settleDown()
      await expectOk(ben.call('POST', '/account/close', { sure: true }))
      await durably(shop.db, (tx) => refundOrder(tx, orderOf(tx, token).id, 'staff', shop.clock.now()))
      return { shop }
    },
  },

  gift_card_cash: {
    action: 'done',
    words: 'Check 1043.',
    async raise() {
      const shop = await quietShop()
      const ana = await shop.shopper()
      await boughtCards(shop, ana)
      shop.db.update(giftCards).set({ balanceCents: 900 }).run()
      await expectOk(
        ana.call('POST', '/gift-cards/cash', {
          code: mailedCode(shop, 'rosa@example.net'),
          email: 'ana@example.com',
          state: 'CA',
        }),
      )
      return { shop }
    },
  },

  refund_failed: {
    action: 'refund_by_check',
    words: 'Check 1042.',
    async raise() {
      const refused = quiet(await refusedPayment('pm_card_refundFail'))
      const { shop, paidCents } = refused
      await shop.settleDown()
      const again = await solveOnPage(shop, 'refund_failed', 'retry_refund')
      expect(again.status).toBe(409)
      return { shop, settled: () => expect(refused.ledger().at(-1)).toEqual(['refund_replaced', paidCents]) }
    },
  },

  refunded_in_dashboard: {
    action: 'done',
    words: 'The box stayed here, and its packs are back on the shelf.',
    async raise() {
      const { shop, intentId } = quiet(await paidByCard())
      await shop.services.stripe.refunds.create({ payment_intent: intentId })
      await shop.settleDown()
      return { shop }
    },
  },

  hold_lapsed: {
    action: 'done',
    words: 'I asked them to pay.',
    async raise() {
      const { shop, order } = quiet(await heldBox())
      shop.pass(5 * DAY)
      await shop.settleDown()
      return { shop, settled: () => expect(order().state).toBe('refunded') }
    },
  },

  payment_mismatch: {
    action: 'done',
    words: 'The box had changed in another tab; I wrote to her.',
    async raise() {
      const shop = await quietShop()
      const ana = await shop.shopper()
      const token = await readyToPay(ana, shop.db)
      const { clientSecret } = await prepareToPay(ana, token)
      const { id, version } = orderOf(shop.db, token)
      const changed = { state: 'addressed' as const, totalCents: null, version: version + 1 }
      shop.db.update(orderLines).set({ quantity: 2 }).where(eq(orderLines.orderId, id)).run()
      shop.db.update(orders).set(changed).where(eq(orders.id, id)).run()
      await ana.confirm(clientSecret)
      await shop.settleDown()
      return { shop }
    },
  },

  unknown_payment: {
    action: 'done',
    words: 'Refunded in the dashboard.',
    async raise() {
      const shop = await quietShop()
      const ana = await shop.shopper()
      const { clientSecret, paymentIntentId } = await prepareToPay(ana, await readyToPay(ana, shop.db))
      // As after restoring an older backup.
      shop.db.delete(payments).where(eq(payments.intentId, paymentIntentId)).run()
      await ana.confirm(clientSecret)
      await shop.settleDown()
      return { shop }
    },
  },

  payment_lost: {
    action: 'done',
    words: 'Nothing was charged there.',
    async raise() {
      const shop = await quietShop()
      const ana = await shop.shopper()
      const token = await readyToPay(ana, shop.db)
      const { paymentIntentId } = await prepareToPay(ana, token)
      const ours = eq(payments.intentId, paymentIntentId)
      shop.db.update(payments).set({ intentId: 'pi_ofAnotherAccount' }).where(ours).run()
      await prepareToPay(ana, token)
      return { shop }
    },
  },

  card_not_kept: {
    action: 'done',
    words: 'She added a card.',
    async raise() {
      const shop = await quietShop()
      const ana = await shop.shopper()
      const token = await readyToPay(ana, shop.db)
      await makeRecurring(ana, token)
      const { clientSecret } = await prepareToPay(ana, token)
      forgetCustomers(shop)
      await ana.confirm(clientSecret)
      await shop.settleDown()
      return { shop }
    },
  },

  first_order_card: {
    action: 'dismiss',
    words: 'Her sister paid.',
    async raise() {
      const shop = await quietShop()
      await paidOrder(shop)
      const ben = await shop.shopper()
      const token = await readyToPay(ben, shop.db, { email: 'bernard@example.com' })
      await expectOk(ben.call('POST', `/cart/items/${offerToken(shop.db, 'demo-fifty')}`, { quantity: 2 }))
      const elsewhere = {
        delivery_street_address_1: '1916 Pike Pl',
        address_confirmation_bypass: 'use-original',
      }
      await expectOk(
        ben.call('POST', '/v1/stripe_update_address', { order_token: token, ...SEATTLE, ...elsewhere }),
      )
      await expectOk(
        ben.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered: 'WELCOME20' }),
      )
      const { clientSecret } = await prepareToPay(ben, token)
      await ben.confirm(clientSecret)
      await shop.settleDown()
      return { shop }
    },
  },

  audit_broken: {
    action: 'done',
    words: 'It was the test of our restore.',
    async raise() {
      const shop = await quietShop()
      const ruth = await signedIn(shop, RUTH)
      await expectOk(ruth.call('POST', await claimedFlag(shop), { owner: userOf(shop, RUTH).token }))
      shop.db.delete(staffFlags).run()
      shop.db.run(sql`drop trigger audit_entries_stay_as_written`)
      shop.db.run(sql`update audit_entries set reason = 'Nobody' where id = 1`)
      await checkTrail(shop.services)
      return { shop, settled: () => checkTrail(shop.services) }
    },
  },

  ledger: {
    action: 'check_ledgers',
    async raise() {
      const shop = await quietShop()
      const shelf = and(eq(stock.offerId, 1), eq(stock.fcId, 1))
      const move = (units: number) =>
        durably(shop.db, (tx) => {
          tx.update(stock)
            .set({ onHand: sql`${stock.onHand} + ${units}` })
            .where(shelf)
            .run()
        })
      await move(1)
      await checkLedgers(shop.services)
      const refused = await solveOnPage(shop, 'ledger', 'check_ledgers')
      expect([refused.status, refused.flag?.resolvedAt]).toEqual([409, null])
      await move(-1)
      return { shop }
    },
  },

  job_failed: {
    action: 'retry_job',
    async raise() {
      const { shop, told, order } = await unverifiedOrder()
      await letPass(shop, 27 * HOUR)
      expect(openFlag(shop, 'address_unverified').orderId).toBe(order().id)
      return {
        shop,
        async settled() {
          told.answer = { status: 'confirmed' }
          await shop.settleDown()
          expect(order().addressStatus).toBe('confirmed')
        },
      }
    },
  },

  mail_failed: {
    action: 'resend_mail',
    async raise() {
      const shop = await quietShop()
      const { mailer } = shop.services
      const { send } = mailer
      mailer.send = () => Promise.reject(new Error('the mail server is away'))
      await paidOrder(shop)
      await letPass(shop, 3 * DAY + HOUR)
      mailer.send = send
      return {
        shop,
        async settled() {
          await shop.settleDown()
          const subjects = shop.db.select().from(outboxMessages).all()
          expect(subjects.filter(({ recipient }) => recipient === 'ana@example.com')).toHaveLength(1)
          expect(shop.db.select().from(jobs).where(sql`state = 'failed'`).all()).toEqual([])
        },
      }
    },
  },

  backup_failed: {
    action: 'done',
    words: 'The disk has room again.',
    async raise() {
      const shop = await quietShop()
      shop.pass(2 * DAY)
      await backUpNightly(shop.services, () => Promise.resolve({ ok: false, output: 'the disk is full' }))
      return { shop }
    },
  },

  outward_held: {
    action: 'resume_outward',
    async raise() {
      const folder = mkdtempSync(join(tmpdir(), 'flags-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const config = {
        databasePath: join(folder, 'shop.sqlite3'),
        mail: { ...testConfig.mail, smtpUrl: 'smtp://mail.example' },
      }
      const original = await quietShop({ config: { ...config, appUrl: 'https://shop.example' } })
      await recognizeShop(original.services)
      const shop = await world({ from: serialize(original.db), config })
      await recognizeShop(shop.services)
      return { shop, settled: () => expect(isOutwardHeld(shop.db)).toBe(false) }
    },
  },

  address_unverified: {
    action: 'confirm_address',
    async raise() {
      const { shop, order } = await unverifiedOrder()
      return { shop, settled: () => expect(order().addressStatus).toBe('confirmed') }
    },
  },

  parcel_problem: {
    action: 'done',
    words: 'The driver found the door.',
    async raise() {
      const { shop, tell } = await shippedBox()
      await tell({ status: 'failure', at: '2026-11-24T08:00:00Z' })
      return { shop }
    },
  },

  parcel_not_seen: {
    action: 'done',
    words: 'It was under the bench.',
    async raise() {
      const { shop } = await shippedBox()
      shop.pass(2 * DAY)
      const { carrier } = shop.services
      await followParcels({ ...shop.services, carrier: { ...carrier, findTracker: async () => null } })
      return { shop }
    },
  },

  parcel_overdue: {
    action: 'done',
    words: 'The truck broke down; it comes tomorrow.',
    async raise() {
      const { shop, tell } = await shippedBox()
      await tell({ status: 'in_transit', at: '2026-11-24T08:00:00Z' })
      shop.pass(20 * DAY)
      const { carrier } = shop.services
      await followParcels({ ...shop.services, carrier: { ...carrier, findTracker: async () => null } })
      return { shop }
    },
  },

  parcel_unexpected: {
    action: 'done',
    words: 'It was on the wrong pallet; the driver brought it back.',
    async raise() {
      const { shop, tell } = await labeledBox()
      await tell({ status: 'in_transit', at: '2026-11-24T08:00:00Z' })
      return { shop }
    },
  },

  recalled_lot: {
    action: 'release_box',
    async raise() {
      const shop = await quietShop()
      const box = await recalledBox(shop)
      const state = () => orderOf(shop.db, box.token).state
      expect(state()).toBe('review')
      return { shop, settled: () => expect(state()).toBe('paid') }
    },
  },

  replacement_short: {
    action: 'done',
    words: 'I refunded it on her first order.',
    async raise() {
      const shop = await quietShop()
      const { db } = shop
      const { token } = await paidOrder(shop, 'ana@example.com', 2)
      changeOrder(db, token, { state: 'delivered' })
      const ruth = await signedIn(shop, RUTH)
      const items = [{ bid_item_token: offerToken(db, 'demo-fifty'), quantity: 2 }]
      await expectOk(ruth.call('POST', `/staff/orders/${token}/reship`, { items, reason: 'Thawed.' }))
      const again = db.select().from(orders).orderBy(desc(orders.id)).limit(1).get() ?? expect.fail()
      const wave = await durably(db, (tx) => makeWave(tx, 1, sql`select ${again.id}`, shop.clock.now()))
      const dale = await signedIn(shop, DALE)
      const short = { order_token: again.token, ...items[0], quantity: 1, reason: 'Torn' }
      await expectOk(dale.call('POST', `${CENTER}/packing_waves/${wave}/short`, short))
      return { shop }
    },
  },

  recall_elsewhere: {
    action: 'done',
    words: 'The other center has recalled it too.',
    async raise() {
      const shop = await quietShop()
      const lot = { offerId: 1, code: 'BAD-1', bestBy: inDays(shop, 200), units: 4 }
      bringElsewhere(shop, await receiveLot(shop, lot))
      const dale = await signedIn(shop, DALE)
      const asked = { lots: ['BAD-1'], reason: 'Listeria' }
      await expectOk(dale.call('POST', paths.recalls('truckee-meadows'), asked))
      return { shop }
    },
  },

  texts_refused: {
    action: 'done',
    words: 'The number is registered now.',
    async raise() {
      const { told, texter } = toldTexter()
      const shop = await quietShop({ services: { texter } })
      told.fail = new TextError('not_done', 30034, 'Unregistered')
      await giveText(shop, { kind: 'answer' })
      await shop.settleDown()
      return { shop }
    },
  },

  texts_turned_off: {
    action: 'done',
    words: 'I emailed her.',
    async raise() {
      const { told, texter } = toldTexter()
      const shop = await quietShop({ services: { texter } })
      subscribe(shop, 'shopper@example.com')
      told.fail = new TextError('not_done', 30006, 'A landline')
      await giveText(shop, { kind: 'answer' })
      await shop.settleDown()
      return { shop }
    },
  },

  badge_ending: {
    action: 'done',
    words: 'They sent the new certificate.',
    async raise() {
      const shop = await quietShop()
      const farm = shop.db.select().from(farms).where(eq(farms.slug, 'dovetail-farm')).get()
      const badgeProofs = (farm?.badgeProofs ?? []).map((proof) => ({
        ...proof,
        validUntil: proof.badge === 'Organic' ? assertDay('2026-12-10') : null,
      }))
      shop.db.update(farms).set({ badgeProofs }).where(eq(farms.slug, 'dovetail-farm')).run()
      await endLapsedBadges(shop.services)
      return { shop }
    },
  },

  price_proposed: {
    action: 'accept_price',
    async raise() {
      const shop = await quietShop()
      const { item, call } = await farmOf(shop)
      await call('price', { price_cents: item.price_cents + 100, reason: 'Feed' })
      const now = async () => (await (await call()).json()).price_cents
      return { shop, settled: async () => expect(await now()).toBe(item.price_cents + 100) }
    },
  },

  address_unconfirmed: {
    action: 'confirm_address',
    async raise() {
      const { shop, told, order } = await unverifiedOrder()
      told.answer = { status: 'unconfirmed' }
      await letPass(shop, HOUR)
      expect(order().addressStatus).toBe('unconfirmed')
      return { shop, settled: () => expect(order().addressStatus).toBe('confirmed') }
    },
  },
}

test.each(Object.entries(CASES))(
  'STF-1 %s is raised, and resolved on its page',
  async (kind, { raise, action, words }) => {
    const { shop, settled } = await raise()
    const { status, flag, page } = await solveOnPage(shop, kind as FlagKind, action, words)
    expect(status).toBe(303)
    expect(flag).toMatchObject({ action, resolution: words ?? null, resolvedAt: shop.clock.now() })
    expect(page).toContain('by Ruth Abernathy')
    await settled?.()
  },
)

test('STF-1 an address verified later closes its flag', async () => {
  const { shop, told, order } = await unverifiedOrder()
  const { id } = openFlag(shop, 'address_unverified')
  told.answer = { status: 'confirmed' }
  await letPass(shop, HOUR)
  expect(order().addressStatus).toBe('confirmed')
  expect(shop.db.select().from(staffFlags).where(eq(staffFlags.id, id)).get()).toMatchObject({
    resolution: 'The address was checked or changed.',
    resolvedById: null,
  })
})
