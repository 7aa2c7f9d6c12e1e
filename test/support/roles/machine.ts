import {
  account,
  atHerFlag,
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
} from './lines.ts'

const atWave = (fields?: Record<string, unknown>) => () => ({
  params: { waveId: '1' },
  ...(fields && { fields }),
})

const STORM = { title: 'Winter storm', states: 'MT', from: '2026-12-08', to: '2026-12-09' }

export const MACHINE: Record<string, Line> = {
  // The back office.
  'GET dataRequests': staffs(both(200)),
  'GET staff': staffs(both(200)),
  'GET flags': staffs(both(200)),
  'GET flag': staffs(both(200), atHerFlag()),
  'POST assignFlag': staffs(done, atHerFlag({ owner: '' })),
  'POST resolveFlag': staffs(done, atHerFlag({ resolution: 'I called her.' })),
  'GET staffClaims': staffs(both(200)),
  'GET staffMembers': staffs(both(200)),
  // There is none; test/claims/answers.test.ts has some.
  'GET staffClaim': staffs(both(404), () => ({ params: { claimId: '999999' } })),
  'POST staffClaim': staffs(both(422), () => ({ params: { claimId: '999999' } })),
  'GET staffClaimPhoto': staffs(both(404), () => ({ params: { claimId: '999999', photoToken: 'unknown' } })),
  'GET staffJobs': staffs(both(200)),
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
  'POST sendRecall': clerks(both(404), () => ({ params: { recallId: '999999' } })),
  'GET centerInventory': clerks(both(200)),
  'GET centerOffer': clerks(both(200), ofOffer()),
  'GET packLabels': clerks(both(200), ofOffer()),
  'POST adjustStock': clerks(done, ofOffer({ change: 1, reason: 'Counted' })),

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
  'GET farmOffer': farmers(both(200)),
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
