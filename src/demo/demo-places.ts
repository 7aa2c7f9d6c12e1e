import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { deliveryBlocks, zipCodes } from '#db/schema/delivery.ts'
import { assertDay } from '../day.ts'

/** Cheyenne, Wyoming: served, but running late. */
export const DELAYED_ZIP = {
  zip: '82001',
  sentence:
    'Boxes to Cheyenne have been running a day or two late. We pack extra dry ice, but please plan ahead.',
}

/** Bismarck, North Dakota: no open days until further notice. */
export const PAUSED_ZIP = {
  zip: '58501',
  sentence: 'Our carrier has paused frozen deliveries to Bismarck until further notice.',
}

const ALWAYS = assertDay('2020-01-01')

export function loadDemoPlaces(tx: Tx) {
  tx.update(zipCodes)
    .set({ delaySentence: DELAYED_ZIP.sentence })
    .where(eq(zipCodes.zip, DELAYED_ZIP.zip))
    .run()
  const paused = eq(deliveryBlocks.zipPrefix, PAUSED_ZIP.zip)
  if (tx.select().from(deliveryBlocks).where(paused).get()) return
  const { zip, sentence } = PAUSED_ZIP
  tx.insert(deliveryBlocks).values({ zipPrefix: zip, startsOn: ALWAYS, reason: 'blocked', sentence }).run()
}
