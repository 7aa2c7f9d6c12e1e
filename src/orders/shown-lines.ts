import type { Db } from '#db/client.ts'
import type { LineLotFacts, OrderLineFacts } from '#views/orders/placed-order.ts'
import { cutsWords } from '../catalog/bundle-rules.ts'
import { looseUnits } from '../pricing/total.ts'
import { type BundleInOrder, bundleCents, bundlesOf, bundleUnits } from './bundles.ts'
import { OUR_PRICE } from './drafts.ts'
import { acceptedCents, type OrderItem } from './items.ts'

type Lots = ReadonlyMap<number, LineLotFacts[]>

const NO_LOTS: Lots = new Map()

/** The lines of an order as people read them: what was bought one by one, then each bundle with what it holds. */
export function shownLines(db: Db, orderId: number, items: OrderItem[], lots = NO_LOTS): OrderLineFacts[] {
  const loose = items.filter((item) => looseUnits(item) > 0)
  const lines = loose.map((item) => ({ ...lineFacts(item), lots: lots.get(item.offerId) }))
  const hasBundles = items.some(({ bundledQuantity }) => bundledQuantity > 0)
  return hasBundles ? [...lines, ...bundlesOf(db, orderId).map((bundle) => bundleFacts(bundle, lots))] : lines
}

const lineFacts = (item: OrderItem): OrderLineFacts => ({
  name: item.name,
  label: item.label,
  slug: item.slug,
  farm: item.farm,
  vendor: item.vendor,
  quantity: looseUnits(item),
  totalCents: acceptedCents(item) - item.bundledCents,
  byWeight:
    item.seenPoundCents === null || item.bundledQuantity > 0
      ? null
      : { poundCents: item.seenPoundCents, packedGrams: item.packedGrams },
  picture: item.pictures[0] ?? null,
})

/** A price of our own can be for anything, so it counts packs. */
function unitWords(bundle: BundleInOrder): string {
  const units = bundleUnits(bundle)
  if (bundle.name !== OUR_PRICE) return cutsWords(units)
  return units === 1 ? '1 pack' : `${units} packs`
}

const bundleFacts = (bundle: BundleInOrder, lots: Lots): OrderLineFacts => ({
  name: bundle.name,
  label: unitWords(bundle),
  slug: '',
  farm: '',
  vendor: '',
  quantity: 1,
  totalCents: bundleCents(bundle),
  byWeight: null,
  picture: bundle.items[0]?.pictures[0] ?? null,
  contents: bundle.items.map(({ offerId, name, label, slug, farm, vendor, quantity, pictures }) => ({
    name,
    label,
    slug,
    farm,
    vendor,
    quantity,
    picture: pictures[0] ?? null,
    lots: lots.get(offerId),
  })),
})
