import { roles } from '#db/schema/index.ts'
import { postOrders } from '#src/farm-money/post.ts'
import { ANA, BEN, signedIn, userOf } from './account.ts'
import { changeOrder, offerToken } from './buying.ts'
import { catalogDesk } from './catalog-desk.ts'
import { arrivedBox, tell } from './claims.ts'
import { editableBox } from './editing.ts'
import { farmOfOrder } from './farm-money.ts'
import { farmOf } from './farms.ts'
import { paidOrder } from './refunding.ts'
import { writer } from './reviews.ts'
import { setUpApp } from './second-factor.ts'
import { RUTH } from './staff.ts'
import { type World, world } from './world.ts'

async function proposed() {
  const shop = await world()
  const { call, item } = await farmOf(shop)
  await call('price', { price_cents: item.price_cents + 100, reason: 'Feed' })
  return { shop, ruth: await signedIn(shop, RUTH) }
}

const byRuth = async (shop: World, path: string, fields: Record<string, unknown>) =>
  (await signedIn(shop, RUTH)).call('POST', path, fields)

type Done = { shop: World; answer: Response }

async function withRuth() {
  const shop = await world()
  return { shop, ruth: await signedIn(shop, RUTH) }
}

/** Staff changes that the role table has no data for, by the route's name there. */
export const TRAIL_CASES: Record<string, () => Promise<Done>> = {
  async 'POST staffClaim'() {
    const { shop, ana, token, lines, claims, ruth } = await arrivedBox()
    await tell(ana, token, { lines: lines(), note: 'Soft' })
    const fields = { answer: 'refund', amount_cents: 500 }
    return { shop, answer: await ruth.call('POST', `/staff/claims/${claims()[0]?.id}`, fields) }
  },

  async 'POST withdrawPrice'() {
    const { shop, ruth, path } = await catalogDesk()
    const startsAt = new Date(shop.clock.now() + 86_400_000).toISOString()
    await ruth.call('POST', path, { price_cents: 3_100, reason: 'Monday', starts_at: startsAt })
    return { shop, answer: await ruth.call('POST', '/staff/catalog/prices/1/withdraw') }
  },

  async 'POST acceptPrice'() {
    const { shop, ruth } = await proposed()
    return { shop, answer: await ruth.call('POST', '/staff/price_proposals/1/accept') }
  },

  async 'POST refusePrice'() {
    const { shop, ruth } = await proposed()
    return { shop, answer: await ruth.call('POST', '/staff/price_proposals/1/refuse') }
  },

  async 'POST freezeGiftCard'() {
    const { shop, ruth } = await catalogDesk()
    const fields = { amount_cents: 2_500, reason: 'Kind', press: 'A'.repeat(22) }
    const { id } = await (await ruth.call('POST', '/staff/promotions/gift_cards', fields)).json()
    return { shop, answer: await ruth.call('POST', `/staff/promotions/gift_cards/${id}/freeze`) }
  },

  async 'POST endReward'() {
    const { shop, ruth } = await catalogDesk()
    const fields = { email: 'other@example.com', name: 'Thanks', amount_cents: 500, deliver_by: '2027-01-31' }
    const { id } = await (await ruth.call('POST', '/staff/promotions/rewards', fields)).json()
    return { shop, answer: await ruth.call('POST', `/staff/promotions/rewards/${id}/end`) }
  },

  async 'POST releaseOrder'() {
    const { shop, token } = await paidOrder('pm_card_createIssuerFraudRecord')
    return { shop, answer: await byRuth(shop, `/staff/orders/${token}/release`, { reason: 'I called her.' }) }
  },

  async 'POST moveOrder'() {
    const { shop, token } = await paidOrder()
    const fields = { arrival_date: '2026-12-03', reason: 'She is away.' }
    return { shop, answer: await byRuth(shop, `/staff/orders/${token}/move`, fields) }
  },

  async 'POST staffEditOrder'() {
    const { shop, token, order, share } = await editableBox({ shares: 2 })
    const items = [{ bid_item_token: share, quantity: 1 }]
    const fields = { items, confirmed: true, version: order().version, reason: 'One less.' }
    return { shop, answer: await byRuth(shop, `/staff/orders/${token}/edit`, fields) }
  },

  async 'POST reshipOrder'() {
    const { shop, token, db } = await paidOrder()
    changeOrder(db, token, { state: 'delivered' })
    const items = [{ bid_item_token: offerToken(db, 'demo-fifty'), quantity: 1 }]
    return { shop, answer: await byRuth(shop, `/staff/orders/${token}/reship`, { items, reason: 'Thawed.' }) }
  },

  async 'POST staffReview'() {
    const { shop, write, decide, deliver } = await writer()
    deliver({ slugs: ['grass-fed-ribeye'] })
    await write({ words: 'The best ribeye I ever had.' })
    return { shop, answer: await decide({ decision: 'approve' }) }
  },

  async 'POST chargeClaim'() {
    const { shop, ana, order, token, lines, claims, ruth } = await arrivedBox()
    await postOrders(shop.services)
    await tell(ana, token, { lines: lines(), note: 'Soft' })
    await ruth.call('POST', `/staff/claims/${claims()[0]?.id}`, { answer: 'refund', amount_cents: 500 })
    const fields = { farm: farmOfOrder(shop.db, order().id).slug, amount: '1.00', seen_cents: '0' }
    return { shop, answer: await ruth.call('POST', `/staff/claims/${claims()[0]?.id}/charge`, fields) }
  },

  async 'POST withdrawInvitation'() {
    const { shop, ruth } = await withRuth()
    await ruth.call('POST', '/staff/people', { email: 'pia@shop.example', role: 'staff' })
    const { invitations } = await (await ruth.call('GET', '/staff/people')).json()
    return {
      shop,
      answer: await ruth.call('POST', `/staff/people/invitations/${invitations[0].token}/withdraw`),
    }
  },

  async 'POST removeRole'() {
    const { shop, ruth } = await withRuth()
    const { token } = userOf(shop, 'fulfillment@example.com')
    const fields = { role: 'fulfillment', subject_id: '1' }
    return { shop, answer: await ruth.call('POST', `/staff/people/${token}/remove`, fields) }
  },

  async 'POST resetFactor'() {
    const { shop, ruth } = await withRuth()
    shop.db
      .insert(roles)
      .values({ userId: userOf(shop, BEN).id, role: 'vendor' })
      .run()
    await setUpApp(shop, await signedIn(shop, BEN))
    const fields = { reason: 'He called me.' }
    return {
      shop,
      answer: await ruth.call('POST', `/staff/people/${userOf(shop, BEN).token}/reset_factor`, fields),
    }
  },

  async 'POST decideCredit'() {
    const { shop, ruth } = await withRuth()
    shop.db
      .insert(roles)
      .values({ userId: userOf(shop, BEN).id, role: 'staff' })
      .run()
    const path = `/staff/customers/${userOf(shop, ANA).token}/credit`
    const fields = { amount_cents: 50_000, reason: 'Thawed', key: 'k'.repeat(22) }
    await (await signedIn(shop, BEN)).call('POST', path, fields)
    return { shop, answer: await ruth.call('POST', `${path}/${fields.key}`, { decision: 'approve' }) }
  },
}

/** Staff posts that change nothing, each with the reason. */
export const UNRECORDED: Record<string, string> = {}

const GIFT_TEST = 'test/staff/corporate-gifts/gift.long.test.ts'

/** Routes whose audit entries another test reads, with the verb and that test. */
export const READ_ELSEWHERE: Record<string, [verb: string, test: string]> = {
  'POST importCatalog': ['catalog.file_uploaded', 'test/staff/catalog/import.long.test.ts'],
  'POST shownImport': ['catalog.imported', 'test/staff/catalog/import.long.test.ts'],
  'POST bulkEdit': ['bulk_edit.applied', 'test/staff/catalog/bulk.long.test.ts'],
  'POST undoBulkEdit': ['bulk_edit.undone', 'test/staff/catalog/bulk.long.test.ts'],
  'POST varietyPictures': ['variety.picture_uploaded', 'test/staff/catalog/pictures.long.test.ts'],
  'POST varietyPicture': ['bulk_edit.picture_replaced', 'test/staff/catalog/pictures.long.test.ts'],
  'POST farmPictures': ['farm.picture_uploaded', 'test/staff/catalog/pictures.long.test.ts'],
  'POST farmPicture': ['bulk_edit.picture_replaced', 'test/staff/catalog/pictures.long.test.ts'],
  'POST mergeCustomer': ['customer.merged', 'test/staff/merge.long.test.ts'],
  'POST closeStatement': ['statement.closed', 'test/staff/statements.long.test.ts'],
  'POST recordPayout': ['payout.recorded', 'test/staff/statements.long.test.ts'],
  'POST takeBackPayout': ['payout.taken_back', 'test/staff/statements.long.test.ts'],
  'POST staffDraft': ['order.draft_filled', 'test/staff/drafts/filling.long.test.ts'],
  'POST deliverDraft': ['order.draft_addressed', 'test/staff/drafts/filling.long.test.ts'],
  'POST dateDraft': ['order.draft_dated', 'test/staff/drafts/filling.long.test.ts'],
  'POST staffOrders': ['order.drafted', 'test/staff/drafts/order-call.test.ts'],
  'POST codeDraft': ['order.draft_code_added', 'test/staff/drafts/filling.long.test.ts'],
  'POST decideDraft': ['order.draft_price_approved', 'test/staff/drafts/filling.long.test.ts'],
  'POST sendDraft': ['order.link_sent', 'test/staff/drafts/paying.long.test.ts'],
  'POST revokeDraft': ['order.link_revoked', 'test/staff/drafts/paying.long.test.ts'],
  'POST chargeDraft': ['order.charge_agreed', 'test/staff/drafts/paying.long.test.ts'],
  'POST dropDraft': ['order.draft_ended', 'test/staff/drafts/paying.long.test.ts'],
  'POST beginCorporateGift': ['corporate_gift.begun', GIFT_TEST],
  'POST corporateGift': ['corporate_gift.addressed', GIFT_TEST],
  'POST removeRefusedBoxes': ['corporate_gift.lines_removed', GIFT_TEST],
  'POST quoteGift': ['corporate_gift.quoted', GIFT_TEST],
  'POST takeQuoteBack': ['corporate_gift.quote_taken_back', GIFT_TEST],
  'POST moveGiftBox': ['corporate_gift.box_moved', 'test/staff/corporate-gifts/trouble.long.test.ts'],
  'POST tryBoxesAgain': ['corporate_gift.tried_again', GIFT_TEST],
  'POST returnGiftRest': ['corporate_gift.rest_returned', GIFT_TEST],
  'POST farmTerms': ['farm_terms.added', 'test/staff/statements.long.test.ts'],
}
