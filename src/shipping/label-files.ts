import { and, eq } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { labelFiles, shippingLabels } from '#db/schema/index.ts'
import type { Services } from '../services.ts'
import { hasFiles, LABEL_FORMATS, labelById } from './labels.ts'

const keptFormats = (db: Db, labelId: number) =>
  db
    .select({ format: labelFiles.format })
    .from(labelFiles)
    .where(eq(labelFiles.labelId, labelId))
    .all()
    .map(({ format }) => format)

/** The orders of a wave whose bought labels have all of their files. */
export function printableOrders(db: Db, waveId: number): Set<number> {
  const rows = db
    .select({ orderId: shippingLabels.orderId })
    .from(shippingLabels)
    .where(
      and(eq(shippingLabels.waveId, waveId), eq(shippingLabels.state, 'bought'), hasFiles(shippingLabels.id)),
    )
    .all()
  return new Set(rows.map(({ orderId }) => orderId))
}

/** Fetches what is missing of a bought label's files, because the carrier's copies expire. @throws CarrierError */
export async function keepLabelFiles({ db, carrier }: Services, labelId: number) {
  const label = labelById(db, labelId)
  if (label?.state !== 'bought' || label.shipmentId === null) return
  const kept = keptFormats(db, labelId)
  for (const format of LABEL_FORMATS.filter((one) => !kept.includes(one))) {
    const bytes = await carrier.labelFile(label.shipmentId, format)
    await durably(db, (tx) => {
      tx.insert(labelFiles).values({ labelId, format, bytes }).onConflictDoNothing().run()
    })
  }
}

export const joinZpl = (files: Buffer[]): string =>
  files.map((file) => file.toString('utf8').trim()).join('\n')
