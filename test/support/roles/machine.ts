import {
  type AskedBy,
  account,
  atFarm,
  atHerFlag,
  atPlaced,
  both,
  clerks,
  clerksOwn,
  done,
  farmers,
  type Line,
  ofOffer,
  open,
  shown,
  staffs,
  workers,
} from './lines.ts'

const ofCustomer =
  (fields?: Record<string, unknown>): AskedBy =>
  ({ tokens }) => ({ params: { userToken: tokens.user }, ...(fields && { fields }) })

const atWave = (fields?: Record<string, unknown>) => () => ({
  params: { waveId: '1' },
  ...(fields && { fields }),
})

const THAT_MONTH = { period: '2026-10' }
const atNoGift: AskedBy = () => ({ params: { giftToken: 'unknown' } })

const atPlacedWith =
  (fields: Record<string, unknown>): AskedBy =>
  ({ tokens }) => ({ params: { orderToken: tokens.placed }, fields })

const STORM = { title: 'Winter storm', states: 'MT', from: '2026-12-08', to: '2026-12-09' }

export const MACHINE: Record<string, Line> = {
  // The back office.
  'GET dataRequests': staffs(both(200)),
  'GET staff': staffs(both(200)),
  'GET flags': staffs(both(200)),
  'GET flag': staffs(both(200), atHerFlag()),
  'POST assignFlag': staffs(done, atHerFlag({ owner: '' })),
  'POST resolveFlag': staffs(done, atHerFlag({ resolution: 'I called her.' })),
  'GET staffOrders': staffs(both(200)),
  'GET staffOrder': staffs(both(200), atPlaced),
  'POST noteOrder': staffs(done, atPlacedWith({ text: 'She called about her box.' })),
  'POST resendMail': staffs(done, atPlacedWith({ mail: 'receipt' })),
  'POST refundOrderPart': staffs(done, atPlacedWith({ amount_cents: 100, reason: 'It came late.' })),
  'POST cancelByStaff': staffs(done, atPlacedWith({ reason: 'She asked by phone.' })),
  // Hers is neither held nor gone; test/support/trail-cases.ts has such orders.
  'POST releaseOrder': staffs(both(409), atPlacedWith({ reason: 'I called her.' })),
  'POST moveOrder': staffs(both(422), atPlaced),
  'GET staffEditOrder': staffs(both(200), atPlaced),
  'POST staffEditOrder': staffs(both(200), atPlaced),
  'POST reshipOrder': staffs(both(409), atPlacedWith({ reason: 'It was thawed.' })),
  'GET staffDrafts': staffs(both(200)),
  'POST staffDrafts': staffs(done, () => ({ fields: { email: 'caller@example.com' } })),
  // test/staff/drafts has drafts.
  'GET staffDraft': staffs(both(404), atPlaced),
  'POST staffDraft': staffs(both(404), atPlaced),
  'POST deliverDraft': staffs(both(404), atPlaced),
  'POST dateDraft': staffs(both(404), atPlaced),
  'POST codeDraft': staffs(both(404), atPlaced),
  'POST decideDraft': staffs(both(404), atPlaced),
  'POST sendDraft': staffs(both(404), atPlaced),
  'POST revokeDraft': staffs(both(404), atPlaced),
  'POST chargeDraft': staffs(both(404), atPlaced),
  'POST dropDraft': staffs(both(404), atPlaced),
  'POST beginCorporateGift': staffs(both(404), atPlaced),
  // There is none; test/staff/corporate-gifts has some.
  'GET corporateGift': staffs(both(404), atNoGift),
  'POST corporateGift': staffs(both(404), atNoGift),
  'POST removeRefusedBoxes': staffs(both(404), atNoGift),
  'POST quoteGift': staffs(both(404), atNoGift),
  'POST takeQuoteBack': staffs(both(404), atNoGift),
  'POST tryBoxesAgain': staffs(both(404), atNoGift),
  'POST returnGiftRest': staffs(both(404), atNoGift),
  'GET staffClaims': staffs(both(200)),
  'GET staffMembers': staffs(both(200)),
  'GET staffSettings': staffs(both(200)),
  'GET staffSetting': staffs(both(200), () => ({ params: { group: 'ordering' } })),
  'POST staffSetting': staffs(done, () => ({
    params: { group: 'announcement' },
    fields: { message: 'Closed on Friday', seen: '0' },
  })),
  'GET staffPrintGiftCard': staffs(both(404), () => ({ params: { boughtId: '999999' } })),
  // There is none; test/claims/answers.test.ts has some.
  'GET staffClaim': staffs(both(404), () => ({ params: { claimId: '999999' } })),
  'POST staffClaim': staffs(both(422), () => ({ params: { claimId: '999999' } })),
  'GET staffReviews': staffs(both(200)),
  'GET staffReview': staffs(both(404), () => ({ params: { reviewId: '999999' } })),
  'POST staffReview': staffs(both(422), () => ({ params: { reviewId: '999999' } })),
  'GET staffClaimPhoto': staffs(both(404), () => ({ params: { claimId: '999999', photoToken: 'unknown' } })),
  'GET staffGifting': staffs(both(200)),
  'GET staffStatements': staffs(both(200)),
  'GET staffStatement': staffs(both(200), atFarm(undefined, THAT_MONTH)),
  'GET staffStatementCsv': staffs(both(200), atFarm(undefined, THAT_MONTH)),
  'POST closeStatement': staffs(both(409), atFarm({ seen_cents: '1' }, { period: '2999-01' })),
  'POST recordPayout': staffs(both(422), atFarm({ amount: 'all' }, THAT_MONTH)),
  'POST takeBackPayout': staffs(
    both(404),
    atFarm({ reason: 'Wrong' }, { ...THAT_MONTH, payoutId: '999999' }),
  ),
  'GET farmTerms': staffs(both(200), atFarm()),
  'POST farmTerms': staffs(both(422), atFarm({ kind: 'commission', percent: 'all' })),
  'POST chargeClaim': staffs(both(404), () => ({
    params: { claimId: '999999' },
    fields: { farm: 'three-larks-ranch', amount: '5' },
  })),
  'GET staffJobs': staffs(both(200)),
  'GET staffAudit': staffs(both(200)),
  'GET staffStock': staffs(both(200)),
  'GET staffCustomers': staffs(both(200)),
  'GET staffCustomer': staffs(both(200), ofCustomer()),
  'POST customerNotes': staffs(done, ofCustomer({ words: 'Likes ribeyes.' })),
  'POST customerCredit': staffs(
    done,
    ofCustomer({ amount_cents: 500, reason: 'Thawed', key: 'a'.repeat(22) }),
  ),
  // None waits; test/staff/customers.test.ts has one.
  'POST decideCredit': staffs(both(404), ofCustomer({ decision: 'approve' })),
  'GET mergeCustomer': staffs(both(200), ofCustomer()),
  // Nobody to merge with; test/staff/merge.test.ts has two accounts.
  'POST mergeCustomer': staffs(both(404), ofCustomer({ other: 'nobody' })),
  'POST signOutCustomer': staffs(done, ofCustomer()),
  'GET staffPeople': staffs(both(200)),
  'POST staffPeople': staffs(done, () => ({ fields: { email: 'pia@shop.example', role: 'staff' } })),
  'POST requireFactor': staffs(done, () => ({ fields: { role: 'vendor', required: true } })),
  // Of nobody; test/staff/people.test.ts has people.
  'POST withdrawInvitation': staffs(both(404)),
  'GET staffPerson': staffs(both(404)),
  'POST removeRole': staffs(both(404), () => ({ fields: { role: 'staff' } })),
  'POST resetFactor': staffs(both(404), () => ({ fields: { reason: 'She called me.' } })),
  'GET invitation': open(both(410)),
  'POST invitation': open(both(410)),
  // None has a second factor; test/sign-in/second-factor.test.ts gives them one.
  'GET secondStep': account(both(404)),
  'POST secondStep': account(both(404)),
  'GET secondFactor': workers(both(200)),
  'POST confirmTotp': workers(both(422)),
  'POST renewRecoveryCodes': workers(both(409)),
  'POST removeFactor': workers([409, 409]),
  'GET staffExports': staffs(both(200)),
  'POST staffExport': staffs(both(200), () => ({
    params: { handle: 'orders' },
    fields: { from: '2026-11-01', to: '2026-11-30' },
  })),
  'GET staffExportJob': staffs(both(404)),
  'GET staffExportFile': staffs(both(404)),
  'GET staffReports': staffs(both(200)),
  'POST decideDataRequest': staffs(done, ({ tokens }) => ({
    params: { requestToken: tokens.request },
    fields: { decision: 'refuse', reason: 'A refund is open.' },
  })),

  // Fulfillment.
  'GET fulfillment': clerksOwn(both(302)),
  'GET center': clerks(both(200)),
  'GET centerOrders': clerks(both(200)),
  'POST exportOrders': clerks(done, ({ tokens }) => ({ fields: { order_tokens: [tokens.placed] } })),
  'GET waves': clerks(both(200)),
  'GET wave': clerks(both(200), () => ({ params: { waveId: '1' } })),
  'POST exportWaveAgain': clerks(done, () => ({ params: { waveId: '1' } })),
  'GET slips': clerks(both(200), atWave()),
  'GET pickList': clerks(both(200), atWave()),
  'GET packing': clerks(both(200), atWave()),
  'POST scanPackage': clerks(both(404), atWave({ order_token: 'unknown', barcode: 'unknown' })),
  'POST unscanPackage': clerks(both(404), atWave({ order_token: 'unknown', package_id: 'unknown' })),
  'POST weighPackage': clerks(
    both(404),
    atWave({ order_token: 'unknown', bid_item_token: 'unknown', package_id: '1', net_grams: 900 }),
  ),
  'POST shortBox': clerks(
    both(404),
    atWave({ order_token: 'unknown', bid_item_token: 'unknown', quantity: 1, reason: 'Torn' }),
  ),
  'POST packBoxes': clerks([404, 404], atWave({ order_tokens: ['unknown'] })),
  'POST shipBoxes': clerks([404, 404], atWave({ order_tokens: ['unknown'] })),
  'POST removeBoxes': clerks([404, 404], atWave({ order_tokens: ['unknown'] })),
  'POST voidWave': clerks(done, atWave()),
  'POST buyLabels': clerks(done, atWave()),
  'POST voidLabels': clerks([422, 422], atWave()),
  'GET labelsPdf': clerks(both(404), atWave()),
  'GET labelsZpl': clerks(both(404), atWave()),
  'POST makeManifests': clerks([422, 422], () => ({ fields: { ship_on: 'today' } })),
  'GET manifest': clerks(both(404)),
  'GET waveBox': clerks(both(404), () => ({ params: { waveId: '1', orderToken: 'unknown' } })),
  'POST changePackaging': clerks(both(404), () => ({ params: { waveId: '1', orderToken: 'unknown' } })),
  'GET job': clerks(both(404), () => ({ params: { jobId: 'unknown' } })),
  'POST cancelJob': clerks(both(404), () => ({ params: { jobId: 'unknown' } })),
  'GET download': clerks(both(404), () => ({ params: { fileToken: 'unknown' } })),
  'GET centerCalendar': clerks(both(200)),
  'POST centerCalendar': clerks(done, () => ({ fields: { ship_on: '2026-12-03', capacity: 400 } })),
  'GET weatherAlerts': clerks(both(200)),
  'POST weatherAlerts': clerks(done, () => ({ fields: STORM })),
  // None stands; test/weather/alerts.test.ts has one.
  'GET weatherAlert': clerks(both(404), () => ({ params: { alertId: '1' } })),
  'POST weatherAlert': clerks(both(404), () => ({ params: { alertId: '1' }, fields: STORM })),
  'POST clearWeatherAlert': clerks(both(404), () => ({ params: { alertId: '1' } })),
  'GET receiving': clerks(both(200)),
  'POST receiving': clerks([404, 404], () => ({
    fields: { bid_item_token: 'unknown', quantity: 1, expected_on: '2026-12-03' },
  })),
  'GET delivery': clerks(both(404), () => ({ params: { deliveryId: '999999' } })),
  'POST checkIn': clerks(both(404), () => ({ params: { deliveryId: '999999' } })),
  'GET recalls': clerks(both(200)),
  'POST recalls': clerks([404, 404], () => ({ fields: { lots: ['unknown'], reason: 'Listeria' } })),
  'GET recall': clerks(both(404), () => ({ params: { recallId: '999999' } })),
  'POST recall': clerks(both(404), () => ({ params: { recallId: '999999' } })),
  'GET recallList': clerks(both(404), () => ({ params: { recallId: '999999' } })),
  'POST recallCase': clerks(both(404), () => ({ params: { recallId: '999999' } })),
  'POST recallCalled': clerks(both(404), () => ({ params: { recallId: '999999' } })),
  'POST sendRecall': clerks(both(404), () => ({ params: { recallId: '999999' } })),
  'GET centerInventory': clerks(both(200)),
  'GET centerOffer': clerks(both(200), ofOffer()),
  'GET packLabels': clerks(both(200), ofOffer()),
  'POST adjustStock': clerks(done, ofOffer({ change: 1, reason: 'Counted' })),
  'POST setShelf': clerks(done, ofOffer({ shelf: 'B-14' })),

  // Farms.
  'GET vendor': {
    ...account(both(404)),
    expected: (who) =>
      who === 'vendor' || who === "other farm's vendor"
        ? both(302)
        : who === 'anonymous'
          ? [401, 303]
          : both(404),
  },
  'GET farmDesk': farmers(both(200)),
  'GET farmInventory': farmers(both(200)),
  'GET farmDemand': farmers(both(200)),
  'GET farmOffer': farmers(both(200)),
  'GET farmDeliveries': farmers(both(200)),
  'GET farmReviews': farmers(both(200)),
  'GET farmStatements': farmers(both(200)),
  'GET farmStatement': farmers(both(200), undefined, THAT_MONTH),
  'GET farmStatementCsv': farmers(both(200), undefined, THAT_MONTH),
  'POST answerReview': farmers(both(422), { words: 'x'.repeat(1_001) }, { reviewToken: 'A'.repeat(22) }),
  'POST correctDelivery': farmers(both(404), { bid_item_token: 'I'.repeat(22), quantity: 5, seen_units: 4 }),
  'POST announceIncoming': farmers(done, { quantity: 5, expected_on: '2026-12-03' }),
  'POST proposePrice': farmers(done, { price_cents: 9_900, reason: 'Feed' }),
  'POST pauseOffer': farmers(done, {}),
  'POST resumeOffer': farmers(done, {}),

  // The machine, other programs, and what only a demo shop has.
  'GET alive': open(),
  'GET ready': open(both(503)),
  'GET metrics': open(),
  'GET cable': open(both(404)),
  'POST webhook': open(both(400)),
  'POST shipmentWebhook': open(both(400)),
  'POST textWebhook': open(both(400)),
  'POST textReports': open(both(400)),
  'ALL /embedded-payments/*': open(),
  'GET outbox': shown(open()),
  'GET outboxJson': shown(open()),
  'GET behaviours': open(),
  'GET behaviour': open(both(200), () => ({ params: { name: 'accordion' } })),
  'GET mails': open(),
  'GET mail': open(both(200), () => ({ params: { file: 'receipt.html' } })),
}
