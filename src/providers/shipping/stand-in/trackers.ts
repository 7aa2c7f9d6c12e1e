import { DAY_MS, HOUR_MS } from '../../../day.ts'
import { recordEvent } from './events.ts'
import type { CarrierDeps } from './index.ts'
import { CARRIER } from './rates.ts'
import {
  load,
  Refusal,
  save,
  type TrackingStatus,
  timeText,
  type WireAddress,
  type WireDetail,
  type WireShipment,
  type WireTracker,
} from './wire.ts'

export type Stage = {
  status: TrackingStatus
  detail: string
  message: string
  place: WireAddress
  at: number
}

/** A parcel's way by the shop's clock: picked up on its day, delivered in the afternoon of the last. */
function stagesOf(shipment: WireShipment, boughtAt: number): Stage[] {
  const { from_address: from, to_address: to } = shipment
  const shipAt = Math.max(boughtAt, Date.parse(shipment.options.label_date ?? '') || boughtAt)
  const arrivesAt = shipAt + (shipment.selected_rate?.delivery_days ?? 1) * DAY_MS
  return [
    {
      status: 'in_transit',
      detail: 'departed_origin_facility',
      message: 'Left our facility',
      place: from,
      at: shipAt + 6 * HOUR_MS,
    },
    {
      status: 'out_for_delivery',
      detail: 'out_for_delivery',
      message: 'Out for delivery',
      place: to,
      at: arrivesAt - 4 * HOUR_MS,
    },
    {
      status: 'delivered',
      detail: 'arrived_at_destination',
      message: 'Delivered at the front door',
      place: to,
      at: arrivesAt + 2 * HOUR_MS,
    },
  ]
}

export function startTracker(deps: CarrierDeps, shipment: WireShipment): WireTracker {
  const now = deps.shopNow()
  const stages = stagesOf(shipment, now)
  const expectedAt = stages.at(-1)?.at ?? now
  const tracker = newTracker(shipment, { trackerId: deps.newId('trk'), madeAt: now, expectedAt })
  deps.store.add({ id: tracker.id, kind: 'tracker', created: now, json: shipment.id, note: null })
  deps.store.setTimer(tracker.id, stages[0]?.at ?? now)
  recordEvent(deps, 'tracker.created', tracker)
  return tracker
}

type Start = { trackerId: string; madeAt: number; expectedAt: number }

/** A tracker whose way is known beforehand; it is kept in the note, which never leaves the stand-in. */
export function startWay(
  deps: CarrierDeps,
  shipment: WireShipment,
  { way, ...start }: Start & { way: Stage[] },
): WireTracker {
  const note = JSON.stringify(way)
  deps.store.add({ id: start.trackerId, kind: 'tracker', created: start.madeAt, json: shipment.id, note })
  return newTracker(shipment, start)
}

const newTracker = (shipment: WireShipment, { trackerId, madeAt, expectedAt }: Start): WireTracker => ({
  id: trackerId,
  object: 'Tracker',
  tracking_code: shipment.tracking_code ?? '',
  status: 'pre_transit',
  status_detail: 'label_created',
  weight: shipment.parcel.weight,
  est_delivery_date: timeText(expectedAt),
  shipment_id: shipment.id,
  carrier: CARRIER,
  tracking_details: [detailOf('pre_transit', 'label_created', 'Label made', madeAt, shipment.from_address)],
  created_at: timeText(madeAt),
  updated_at: timeText(madeAt),
})

/** A parcel whose label is given back doesn't move. */
export function findTracker(deps: CarrierDeps, id: string): WireTracker {
  const shipmentId = deps.store.find(id)?.json ?? ''
  const { tracker, refund_status } = load(deps, 'shipment', shipmentId)
  if (!tracker) throw new Refusal(404, 'NOT_FOUND', 'The requested resource could not be found.')
  if (refund_status === null) moveParcel(deps, id)
  return load(deps, 'shipment', shipmentId).tracker ?? tracker
}

/** Goes through every stage whose time has come, each with its event. */
export function moveParcel(deps: CarrierDeps, trackerId: string) {
  const { json: shipmentId = '', note } = deps.store.find(trackerId) ?? {}
  const shipment = load(deps, 'shipment', shipmentId)
  if (!shipment.tracker) return
  let { tracker } = shipment
  const stages = note ? (JSON.parse(note) as Stage[]) : stagesOf(shipment, Date.parse(tracker.created_at))
  const done = tracker.tracking_details.length - 1
  for (const stage of stages.slice(done)) {
    if (stage.at > deps.shopNow()) {
      deps.store.setTimer(trackerId, stage.at)
      break
    }
    const detail = detailOf(stage.status, stage.detail, stage.message, stage.at, stage.place)
    tracker = withDetail(deps, tracker, detail)
    recordEvent(deps, 'tracker.updated', tracker)
  }
  save(deps, { ...shipment, status: tracker.status, tracker })
}

export function cancelTracker(deps: CarrierDeps, tracker: WireTracker): WireTracker {
  const canceled = { ...tracker, status: 'cancelled', status_detail: 'cancelled' } as const
  recordEvent(deps, 'tracker.updated', canceled)
  return canceled
}

const withDetail = (deps: CarrierDeps, tracker: WireTracker, detail: WireDetail): WireTracker => ({
  ...tracker,
  status: detail.status,
  status_detail: detail.status_detail,
  tracking_details: [...tracker.tracking_details, detail],
  updated_at: timeText(deps.shopNow()),
})

const detailOf = (
  status: TrackingStatus,
  status_detail: string,
  message: string,
  at: number,
  { city, state, zip }: WireAddress,
): WireDetail => ({
  object: 'TrackingDetail',
  message,
  status,
  status_detail,
  datetime: timeText(at),
  tracking_location: { city: city ?? null, state: state ?? null, country: 'US', zip: zip ?? null },
})
