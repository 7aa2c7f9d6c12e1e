import type { Tx } from '#db/client.ts'
import { farms, farmTerms, type TermKind } from '#db/schema/index.ts'
import { assertDay, type Instant } from '../day.ts'

const SINCE = assertDay('2024-01-01')
const COMMISSION = 2_000

/** Farms sell at a commission; every fifth is bought from by the pound. */
const BOUGHT_EACH = 5
const POUND_CENTS = 650

export function seedFarmTerms(tx: Tx, now: Instant) {
  const rows = tx.select({ id: farms.id }).from(farms).orderBy(farms.id).all()
  tx.insert(farmTerms)
    .values(
      rows.map(({ id: farmId }, index) => ({ farmId, startsOn: SINCE, createdAt: now, ...priceOf(index) })),
    )
    .run()
}

function priceOf(index: number): { kind: TermKind; basisPoints: number | null; cents: number | null } {
  const isBought = index % BOUGHT_EACH === BOUGHT_EACH - 1
  return isBought
    ? { kind: 'pound', basisPoints: null, cents: POUND_CENTS }
    : { kind: 'commission', basisPoints: COMMISSION, cents: null }
}
