import { both, done, type Line, ofOffer, staffs } from './lines.ts'

const at = (params: Record<string, string>, fields?: Record<string, unknown>) => () => ({
  params,
  ...(fields && { fields }),
})

/** Each call adds another one. */
let added = 0
const named = (params: Record<string, string>, field: string, fields: Record<string, unknown>) => () => {
  added += 1
  return { params, fields: { ...fields, [field]: `Number ${added}` } }
}

const FARM = { postal_code: '83843', region: 'Palouse', story: 'Two sisters and their sheep.' }
const VARIETY = { animal: 'lamb', cut: 'rack', summary: 'Small racks.', story: 'Slow.', raised: 'On grass.' }
const SIZE = { weight: '14 oz', serves: '2', price: '24.90' }

const BUNDLE = {
  summary: 'Two for the weekend.',
  price: '49.00',
  group_0_name: 'Roasts',
  group_0_slots: '1',
  group_0_choice_0: 'whole-chicken, 3.5 lb',
}

export const CATALOG_DESK: Record<string, Line> = {
  'GET staffCatalog': staffs(both(200)),
  'GET staffOffer': staffs(both(200), ofOffer()),
  'POST staffOffer': staffs(done, ofOffer({ price_cents: 2_000, reason: 'Feed' })),
  'POST editOffer': staffs(done, ofOffer({ serves: '2' })),
  'POST pauseOfferByStaff': staffs(done, ofOffer({ paused: 'yes' })),
  'GET comingPrices': staffs(both(200)),
  'POST withdrawPrice': staffs(both(409), at({ changeId: '999999' })),
  'POST acceptPrice': staffs(both(404), at({ proposalId: '999999' })),
  'POST refusePrice': staffs(both(404), at({ proposalId: '999999' })),
  'GET importCatalog': staffs(both(200)),
  // Takes a file: test/staff/catalog/import.long.test.ts sends some.
  'POST importCatalog': staffs(both(422)),
  'GET shownImport': staffs(both(404), at({ fileHash: '0'.repeat(32) })),
  'POST shownImport': staffs(both(404), at({ fileHash: '0'.repeat(32) })),
  'GET bulkEdit': staffs(both(200)),
  // Needs a preview's version: test/staff/catalog/bulk.long.test.ts
  'POST bulkEdit': staffs(both(422)),
  'GET bulkEdits': staffs(both(200)),
  'GET madeBulkEdit': staffs(both(404), at({ editToken: 'A'.repeat(22) })),
  'POST undoBulkEdit': staffs(both(404), at({ editToken: 'A'.repeat(22) })),
  'GET pictureUpload': staffs(both(404), at({ uploadHash: '0'.repeat(32) })),
  // These take a file: test/staff/catalog/pictures.long.test.ts
  'GET varietyPictures': staffs(both(200), at({ varietySlug: 'demo-fifty' })),
  'POST varietyPictures': staffs(both(422), at({ varietySlug: 'demo-fifty' })),
  'GET varietyPicture': staffs(both(404), at({ varietySlug: 'demo-fifty', uploadHash: '0'.repeat(32) })),
  'POST varietyPicture': staffs(both(404), at({ varietySlug: 'demo-fifty', uploadHash: '0'.repeat(32) })),
  'GET farmPictures': staffs(both(200), at({ farm: 'three-larks-ranch' })),
  'POST farmPictures': staffs(both(422), at({ farm: 'three-larks-ranch' })),
  'GET farmPicture': staffs(both(404), at({ farm: 'three-larks-ranch', uploadHash: '0'.repeat(32) })),
  'POST farmPicture': staffs(both(404), at({ farm: 'three-larks-ranch', uploadHash: '0'.repeat(32) })),
  'POST correctStock': staffs(done, ofOffer({ center: '1', change: '5', reason: 'Counted again' })),
  'GET staffFarms': staffs(both(200)),
  'POST staffFarms': staffs(done, named({}, 'name', FARM)),
  'GET staffBundles': staffs(both(200)),
  'POST staffBundles': staffs(done, named({}, 'name', BUNDLE)),
  'GET staffBundle': staffs(both(200), at({ handle: 'standard' })),
  'POST staffBundle': staffs(done, at({ handle: 'standard' }, { price: '139.00' })),
  'GET addVariety': staffs(both(200), at({ farm: 'three-larks-ranch' })),
  'POST addVariety': staffs(done, named({ farm: 'three-larks-ranch' }, 'name', VARIETY)),
  'GET addOffer': staffs(both(200), at({ varietySlug: 'demo-fifty' })),
  'POST addOffer': staffs(done, named({ varietySlug: 'demo-fifty' }, 'label', SIZE)),
  'GET staffFarm': staffs(both(200), at({ farm: 'three-larks-ranch' })),
  'POST staffFarm': staffs(done, at({ farm: 'three-larks-ranch' }, { quote: 'Grass first.' })),
  'GET staffVariety': staffs(both(200), at({ varietySlug: 'demo-fifty' })),
  'POST staffVariety': staffs(done, at({ varietySlug: 'demo-fifty' }, { summary: 'Another summary.' })),
  'GET staffPromotions': staffs(both(200)),
  'POST staffPromotions': staffs(done, at({}, { code: 'AUTUMN10', kind: 'percent', percent: '10' })),
  'GET staffPromotion': staffs(both(200), at({ promotionId: '1' })),
  'POST staffPromotion': staffs(done, at({ promotionId: '1' }, { customer_limit: 2 })),
  'POST stopPromotion': staffs(done, at({ promotionId: '1' }, { stopped: 'yes' })),
  'GET staffGiftCards': staffs(both(200)),
  // For pages too: the code is shown once, in the response itself.
  'POST staffGiftCards': staffs(
    both(200),
    at({}, { amount_cents: 2_500, reason: 'Kind', press: 'A'.repeat(22) }),
  ),
  'POST freezeGiftCard': staffs(both(404), at({ cardId: '999999' })),
  'GET staffRewards': staffs(both(200)),
  'POST staffRewards': staffs(
    done,
    at({}, { email: 'other@example.com', name: 'Thanks', amount_cents: 500, deliver_by: '2027-01-31' }),
  ),
  'POST endReward': staffs(both(404), at({ rewardId: '999999' })),
}
