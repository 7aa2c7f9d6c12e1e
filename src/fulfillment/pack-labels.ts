import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { offers } from '#db/schema/index.ts'
import type { Day } from '../day.ts'
import { lotsOfOffer } from '../stock/lot-list.ts'
import { packBars } from './code128.ts'
import { packageLabel } from './package-code.ts'

/** A label for a pack whose maker's label can't be scanned. Its serial tells it from all other packs. */
export type PackLabel = { code: string; bars: number[]; lot: string; bestBy: Day }

/** What one print takes. */
const MAX_LABELS = 60
const SERIAL_LENGTH = 10

/** One for each unit that is left of the offer's lots in a center, first expired first. */
export async function packLabels(
  db: Db,
  { offerId, token }: { offerId: number; token: string },
  fcId: number,
  newToken: () => string,
): Promise<PackLabel[]> {
  const gtin = db.select({ gtin: offers.gtin }).from(offers).where(eq(offers.id, offerId)).get()?.gtin ?? null
  const units = lotsOfOffer(db, offerId, fcId).flatMap((lot) =>
    Array.from({ length: Math.min(lot.unitsLeft, MAX_LABELS) }, () => lot),
  )
  return Promise.all(
    units.slice(0, MAX_LABELS).map(async ({ code: lot, bestBy }) => {
      const serial = newToken().slice(0, SERIAL_LENGTH)
      const code = gs1Label(gtin, lot, serial) ?? packageLabel(token, OWN_LOT.test(lot) ? lot : '', serial)
      return { code, bars: await packBars(code), lot, bestBy }
    }),
  )
}

/** What both kinds of label can say of a lot; GS1 ends at 20 characters. */
const OWN_LOT = /^[\w.-]{1,40}$/
const GS1_LOT = /^[\w.-]{1,20}$/

const gs1Label = (gtin: string | null, lot: string, serial: string) =>
  gtin !== null && GS1_LOT.test(lot) ? `(01)${gtin}(10)${lot}(21)${serial}` : null
