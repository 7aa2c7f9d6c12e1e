import { and, eq, gt, isNull } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { orders, packingWaveOrders, type ShippingLabel, shippingLabels } from '#db/schema/index.ts'
import { HOUR_MS, type Instant } from '../day.ts'
import { CarrierError, type Shipment } from '../providers/shipping/carrier.ts'
import type { Services } from '../services.ts'
import { chooseRate, noRateWords } from './choose-rate.ts'
import { keepLabelFiles } from './label-files.ts'
import { activeLabel, labelById } from './labels.ts'
import { lookUp } from './look-up.ts'
import { type BoxToSend, daysLeft, parcelOf, type Sender } from './parcel.ts'
import { oweRefund } from './void-labels.ts'

/**
 * `unknown`: the carrier may have sold it. Buying again looks first. `isBought`: only its files are missing, which
 * buying again fetches.
 */
export type LabelOutcome =
  | { state: 'bought' }
  | { state: 'failed' | 'unknown'; problem: string; isBought?: boolean }

/**
 * Buys a box's label, or finishes what an earlier try began. Never two: the row is unique, its shipment is stored
 * before it is bought, and a shipment can be bought once.
 */
export async function buyLabel(
  services: Services,
  chosen: BoxToSend,
  sender: Sender,
  boxNow: BoxReader,
  requestedAt: Instant,
): Promise<LabelOutcome> {
  const claimed = await durably(services.db, (tx) => claimLabel(tx, services, chosen, boxNow, requestedAt))
  if (!claimed.ok) return { state: 'failed', problem: claimed.problem }
  const { label, box, isNew } = claimed
  try {
    if (label.state === 'buying') await buy(services, box, sender, label, isNew)
    await keepLabelFiles(services, label.id)
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    return giveUp(services, label, error)
  }
  const now = labelById(services.db, label.id)
  return now?.state === 'bought' ? { state: 'bought' } : { state: 'failed', problem: VOIDED }
}

const VOIDED = 'It was voided meanwhile.'

/** Reads a box again: null once its order was canceled or changed after its wave was made. */
export type BoxReader = (tx: DurableTx, box: BoxToSend) => BoxToSend | null

type Claim =
  | { ok: true; label: ShippingLabel; box: BoxToSend; isNew: boolean }
  | { ok: false; problem: string }

/** Only for a box that is still to be sent, as it is at this moment: a job takes minutes for a whole wave. */
function claimLabel(
  tx: DurableTx,
  { clock, random }: Services,
  chosen: BoxToSend,
  boxNow: BoxReader,
  requestedAt: Instant,
): Claim {
  const { orderId, waveId } = chosen
  const active = activeLabel(tx, orderId)
  const box = boxNow(tx, chosen)
  if (active && !box && active.state === 'buying' && active.askedAt === null) return endQuoted(tx, active)
  if (active) return { ok: true, label: active, box: box ?? chosen, isNew: false }
  const isToSend = tx
    .select({ state: orders.state })
    .from(packingWaveOrders)
    .innerJoin(orders, eq(orders.id, packingWaveOrders.orderId))
    .where(
      and(
        eq(packingWaveOrders.waveId, waveId),
        eq(packingWaveOrders.orderId, orderId),
        isNull(packingWaveOrders.endedAt),
        eq(orders.state, 'in_wave'),
      ),
    )
    .get()
  if (!isToSend) return { ok: false, problem: 'This box is no longer to be sent.' }
  if (!box) return { ok: false, problem: CHANGED }
  if (wasVoidedSince(tx, chosen, requestedAt)) return { ok: false, problem: VOIDED }
  const label = tx
    .insert(shippingLabels)
    .values({ token: random.token(), orderId, waveId, createdAt: clock.now() })
    .returning()
    .get()
  return { ok: true, label, box, isNew: true }
}

/** By a clerk who wants none for now: a job that is tried again must not buy another. */
const wasVoidedSince = (db: Db, { orderId, waveId }: BoxToSend, since: Instant): boolean =>
  db
    .select({ id: shippingLabels.id })
    .from(shippingLabels)
    .where(
      and(
        eq(shippingLabels.orderId, orderId),
        eq(shippingLabels.waveId, waveId),
        gt(shippingLabels.voidedAt, since),
      ),
    )
    .get() !== undefined

const CHANGED = 'Its order changed since its wave was made.'

/** No money was asked for yet: an earlier try came as far as its rates. */
function endQuoted(tx: DurableTx, { id }: ShippingLabel): Claim {
  tx.update(shippingLabels).set({ state: 'failed', problem: CHANGED }).where(eq(shippingLabels.id, id)).run()
  return { ok: false, problem: CHANGED }
}

async function buy(
  services: Services,
  box: BoxToSend,
  sender: Sender,
  label: ShippingLabel,
  isNew: boolean,
): Promise<void> {
  const { carrier, clock } = services
  const shipment = await shipmentFor(services, box, sender, label, isNew)
  if (shipment.postage) return recordPostage(services, label.id, shipment)
  const need = { days: daysLeft(box, sender, clock.now()), dryIceGrams: box.packaging.dryIceGrams }
  const { rates } = await withFreshRates(services, shipment)
  const rate = chooseRate(rates, need)
  if (!rate) throw new CarrierError('not_done', 'no_rate', noRateWords(rates, shipment.messages, need))
  if (!(await markAsked(services, label.id))) return
  try {
    await recordPostage(services, label.id, await carrier.buy(shipment.id, rate.id))
  } catch (error) {
    if (!(error instanceof CarrierError) || error.outcome === 'not_done') throw error
    const found = await lookUp(carrier.findShipment(shipment.id))
    if (!found?.postage) throw error
    await recordPostage(services, label.id, found)
  }
}

/** The stored one, else one that an earlier try made under our reference, else a new one. */
async function shipmentFor(
  services: Services,
  box: BoxToSend,
  sender: Sender,
  label: ShippingLabel,
  isNew: boolean,
): Promise<Shipment> {
  const { carrier, clock } = services
  const stored = label.shipmentId && (await lookUp(carrier.findShipment(label.shipmentId)))
  if (stored) return stored
  const earlier = isNew ? null : await lookUp(carrier.findShipment(label.token))
  const made = earlier ?? (await carrier.createShipment(parcelOf(box, sender, label.token, clock.now())))
  const kept = await durably(services.db, (tx) => keepShipment(tx, label.id, made.id))
  if (kept === made.id) return made
  const other = kept === null ? null : await lookUp(carrier.findShipment(kept))
  if (!other) throw new CarrierError('unknown', 'shipment', 'The carrier lost the shipment.')
  return other
}

/** Of two tries at once, the first decides. @returns the one that may be bought */
function keepShipment(tx: DurableTx, labelId: number, shipmentId: string): string | null {
  tx.update(shippingLabels)
    .set({ shipmentId })
    .where(and(eq(shippingLabels.id, labelId), isNull(shippingLabels.shipmentId)))
    .run()
  return labelById(tx, labelId)?.shipmentId ?? null
}

const RATES_LIVE_MS = 12 * HOUR_MS

const withFreshRates = async ({ carrier, clock }: Services, shipment: Shipment): Promise<Shipment> =>
  clock.now() - shipment.createdAt < RATES_LIVE_MS ? shipment : carrier.refreshRates(shipment.id)

/** @returns false if it was voided meanwhile */
const markAsked = ({ db, clock }: Services, labelId: number): Promise<boolean> =>
  durably(
    db,
    (tx) =>
      tx
        .update(shippingLabels)
        .set({ askedAt: clock.now() })
        .where(and(eq(shippingLabels.id, labelId), eq(shippingLabels.state, 'buying')))
        .run().changes === 1,
  )

/** A label that was voided while it was bought is paid for all the same, and goes back. */
function recordPostage({ db, clock }: Services, labelId: number, { postage }: Shipment): Promise<void> {
  const now = clock.now()
  return durably(db, (tx) => {
    const label = labelById(tx, labelId)
    if (!postage || !label || label.boughtAt !== null) return
    const { cents, ...facts } = postage
    const state = label.state === 'buying' ? 'bought' : label.state
    tx.update(shippingLabels)
      .set({ ...facts, costCents: cents, state, boughtAt: now, problem: null })
      .where(eq(shippingLabels.id, labelId))
      .run()
    if (state === 'void') oweRefund(tx, labelId, now)
  })
}

/** What was surely not done ends this label; another can be bought. */
async function giveUp({ db }: Services, label: ShippingLabel, error: CarrierError): Promise<LabelOutcome> {
  const problem = error.message
  const isOver = error.outcome === 'not_done' && !isBusy(error)
  await durably(db, (tx) => {
    tx.update(shippingLabels)
      .set({ problem, ...(isOver && { state: 'failed' as const }) })
      .where(and(eq(shippingLabels.id, label.id), eq(shippingLabels.state, 'buying')))
      .run()
  })
  const state = isOver ? 'failed' : 'unknown'
  return labelById(db, label.id)?.state === 'bought'
    ? { state, problem: `Its label is bought, but the carrier hasn’t sent it: ${problem}`, isBought: true }
    : { state, problem }
}

const isBusy = ({ code }: CarrierError) => /RATE_LIMIT|status 429/i.test(code)
