import { and, asc, desc, eq, getTableColumns, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { labelFiles, type ShippingLabel, shippingLabels, trackerEvents } from '#db/schema/index.ts'
import type { LabelFormat } from '../providers/shipping/carrier.ts'

const ACTIVE = inArray(shippingLabels.state, ['buying', 'bought'])

/** The order's one label that is bought, or being bought. */
export const activeLabel = (db: Db, orderId: number): ShippingLabel | null =>
  db
    .select()
    .from(shippingLabels)
    .where(and(eq(shippingLabels.orderId, orderId), ACTIVE))
    .get() ?? null

export const labelById = (db: Db, id: number): ShippingLabel | null =>
  db.select().from(shippingLabels).where(eq(shippingLabels.id, id)).get() ?? null

/** All that the carrier's file comes in; without both, a label can't be printed everywhere. */
export const LABEL_FORMATS: readonly LabelFormat[] = ['PDF', 'ZPL']

/** `hasFiles`: it can be printed. */
export type WaveLabel = ShippingLabel & { hasFiles: boolean }

export const hasFiles = (labelId: SQLWrapper) =>
  sql<boolean>`((select count(*) from label_files where label_id = ${labelId}) = ${LABEL_FORMATS.length})`.mapWith(
    Boolean,
  )

/** Each box's newest label, also one that failed or is void. */
export function labelsOfWave(db: Db, waveId: number, orderIds: number[]): Map<number, WaveLabel> {
  const rows = db
    .select({ ...getTableColumns(shippingLabels), hasFiles: hasFiles(shippingLabels.id) })
    .from(shippingLabels)
    .where(
      and(
        eq(shippingLabels.waveId, waveId),
        inArray(shippingLabels.orderId, sql`(select value from json_each(${JSON.stringify(orderIds)}))`),
      ),
    )
    .orderBy(asc(shippingLabels.id))
    .all()
  return new Map(rows.map((row) => [row.orderId, row]))
}

/** Where the parcel was seen, newest first. */
export const sightingsOf = (db: Db, labelId: number) =>
  db
    .select()
    .from(trackerEvents)
    .where(eq(trackerEvents.labelId, labelId))
    .orderBy(desc(trackerEvents.at), desc(trackerEvents.id))
    .all()

/** The labels of these orders that can be printed, in the order of the ids. */
export function filesOf(db: Db, orderIds: number[], format: LabelFormat): Buffer[] {
  const rows = db
    .select({ bytes: labelFiles.bytes })
    .from(sql`json_each(${JSON.stringify(orderIds)})`)
    .innerJoin(
      shippingLabels,
      and(eq(shippingLabels.orderId, sql`json_each.value`), eq(shippingLabels.state, 'bought')),
    )
    .innerJoin(labelFiles, and(eq(labelFiles.labelId, shippingLabels.id), eq(labelFiles.format, format)))
    .orderBy(sql`json_each.key`)
    .all()
  return rows.map(({ bytes }) => bytes)
}
