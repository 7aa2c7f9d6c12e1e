import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type DurableTx, durably } from '#db/client.ts'
import { labelFiles, type ShippingLabel, shippingLabels } from '#db/schema/index.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '../day.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { enqueue } from '../jobs/queue.ts'
import { CarrierError, type Shipment } from '../providers/shipping/carrier.ts'
import type { Services } from '../services.ts'
import { labelById } from './labels.ts'

/** Voids the labels of these orders at once; a job asks for their money. @returns how many there were */
export function voidLabels(tx: DurableTx, orderIds: number[], now: Instant): number {
  const voided = tx
    .update(shippingLabels)
    .set({ state: 'void', voidedAt: now })
    .where(
      and(
        inArray(shippingLabels.orderId, sql`(select value from json_each(${JSON.stringify(orderIds)}))`),
        inArray(shippingLabels.state, ['buying', 'bought']),
      ),
    )
    .returning({ id: shippingLabels.id })
    .all()
  for (const { id } of voided) oweRefund(tx, id, now)
  return voided.length
}

/** Nobody prints a void label anymore. */
export function oweRefund(tx: DurableTx, labelId: number, now: Instant) {
  tx.delete(labelFiles).where(eq(labelFiles.labelId, labelId)).run()
  setRefund(tx, labelId, 'wanted')
  enqueue(tx, refundLabel, { labelId, round: 0 }, { key: `refund_label:${labelId}:${now}`, now })
}

const setRefund = (tx: DurableTx, labelId: number, refund: ShippingLabel['refund']) =>
  void tx.update(shippingLabels).set({ refund }).where(eq(shippingLabels.id, labelId)).run()

/** Carriers take weeks; after that a person asks. */
const MAX_ROUNDS = 45

/** A purchase that was on its way when its label was voided may still come true. */
const IN_DOUBT_MS = 10 * MINUTE_MS

/** Asks the carrier for the money of a void label, then once a day what has become of it. */
export const refundLabel = job(
  'refund_label',
  z.object({ labelId: z.number(), round: z.number() }),
  LANES.carrier,
  async (services, { labelId, round }) => {
    const { db, clock } = services
    const label = labelById(db, labelId)
    if (label?.state !== 'void' || label.refund === 'refunded' || label.refund === 'rejected') return
    const refund = await askForRefund(services, label)
    await durably(db, (tx) => {
      setRefund(tx, labelId, refund)
      const now = clock.now()
      const key = `refund_label:${labelId}:${now}:${round + 1}`
      if (refund === 'submitted' && round < MAX_ROUNDS)
        enqueue(tx, refundLabel, { labelId, round: round + 1 }, { key, now, runAt: now + DAY_MS })
    })
  },
)

/** @returns null where nothing was sold */
async function askForRefund(
  { carrier, clock }: Services,
  label: ShippingLabel,
): Promise<ShippingLabel['refund']> {
  const { shipmentId, token, askedAt } = label
  const shipment = await carrier.findShipment(shipmentId ?? token)
  if (shipment?.postage) return shipment.refund ?? refundOf(await carrier.refund(shipment.id))
  if (askedAt !== null && clock.now() - askedAt < IN_DOUBT_MS)
    throw new CarrierError('unknown', 'in_doubt', 'The purchase may still come true.')
  return null
}

const refundOf = ({ refund }: Shipment) => refund ?? 'submitted'
