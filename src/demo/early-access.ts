import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { offers, stock, stockMovements, varieties } from '#db/schema/index.ts'
import { giveEarlyAccess } from '../catalog/early-access.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { random } from '../tokens.ts'

const LIKE = 'wagyu-tomahawk'
const OPENS_IN_MS = 14 * DAY_MS
const UNITS = 6

/** A cut of which there is only a little: members see and buy it two weeks before everyone else. */
export function seedEarlyAccess(tx: Tx, now: Instant) {
  const like = tx.select().from(varieties).where(eq(varieties.slug, LIKE)).get()
  if (!like) throw new Error(`the demo has no ${LIKE}`)
  const { id: _, ...copied } = like
  const { id } = tx
    .insert(varieties)
    .values({ ...copied, slug: 'wagyu-picanha', name: 'Wagyu picanha', ...WORDS, hidden: true })
    .returning({ id: varieties.id })
    .get()
  addOffer(tx, id, now)
  giveEarlyAccess(tx, id, now + OPENS_IN_MS)
}

const WORDS = {
  family: 'beef-picanha',
  cut: 'picanha',
  summary: 'The cap of the sirloin with its fat on. Each steer has two.',
  story: 'Ruben keeps these for his own table. This fall he had six to spare.',
  cooking: [
    'Score the fat. Roast fat side up at 250 °F to 120 °F inside.',
    'Sear the fat over a hot fire until it crackles, and slice across the grain.',
  ],
  badges: ['Wagyu', 'Limited'],
}

function addOffer(tx: Tx, varietyId: number, at: Instant) {
  const { id: offerId } = tx
    .insert(offers)
    .values({
      token: random.token(),
      varietyId,
      position: 0,
      label: '2.5 lb',
      serves: '4 to 5',
      weightGrams: 1_134,
      priceCents: 9_800,
      minQuantity: 1,
      maxQuantity: 2,
    })
    .returning({ id: offers.id })
    .get()
  for (const { fcId } of tx.selectDistinct({ fcId: stock.fcId }).from(stock).all()) {
    tx.insert(stock).values({ offerId, fcId, onHand: UNITS }).run()
    tx.insert(stockMovements)
      .values({ offerId, fcId, delta: UNITS, reason: 'received', note: 'opening', at })
      .run()
  }
}
