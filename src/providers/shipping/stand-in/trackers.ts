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

type Stage = { status: TrackingStatus; detail: string; message: string; place: 'from' | 'to'; at: number }

/** A parcel's way by the shop's clock: picked up on its day, delivered in the afternoon of the last. */
function stagesOf(shipment: WireShipment, boughtAt: number): Stage[] {
  const shipAt = Math.max(boughtAt, Date.parse(shipment.options.label_date ?? '') || boughtAt)
  const arrivesAt = shipAt + (shipment.selected_rate?.delivery_days ?? 1) * DAY_MS
  return [
    {
      status: 'in_transit',
      detail: 'departed_origin_facility',
      message: 'Left our facility',
      place: 'from',
      at: shipAt + 6 * HOUR_MS,
    },
    {
      status: 'out_for_delivery',
      detail: 'out_for_delivery',
      message: 'Out for delivery',
      place: 'to',
      at: arrivesAt - 4 * HOUR_MS,
    },
    {
      status: 'delivered',
      detail: 'arrived_at_destination',
      message: 'Delivered at the front door',
      place: 'to',
      at: arrivesAt + 2 * HOUR_MS,
    },
  ]
}

export function startTracker(deps: CarrierDeps, shipment: WireShipment): WireTracker {
  const now = deps.shopNow()
  const stages = stagesOf(shipment, now)
  const tracker: WireTracker = {
    id: deps.newId('trk'),
    object: 'Tracker',
    tracking_code: shipment.tracking_code ?? '',
    status: 'pre_transit',
    status_detail: 'label_created',
    weight: shipment.parcel.weight,
    est_delivery_date: timeText(stages.at(-1)?.at ?? now),
    shipment_id: shipment.id,
    carrier: CARRIER,
    tracking_details: [detailOf('pre_transit', 'label_created', 'Label made', now, shipment.from_address)],
    created_at: timeText(now),
    updated_at: timeText(now),
  }
  deps.store.add({ id: tracker.id, kind: 'tracker', created: now, json: shipment.id, note: null })
  deps.store.setTimer(tracker.id, stages[0]?.at ?? now)
  recordEvent(deps, 'tracker.created', tracker)
  return tracker
}

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
  const shipment = load(deps, 'shipment', deps.store.find(trackerId)?.json ?? '')
  if (!shipment.tracker) return
  let { tracker } = shipment
  const stages = stagesOf(shipment, Date.parse(tracker.created_at))
  const done = tracker.tracking_details.length - 1
  for (const stage of stages.slice(done)) {
    if (stage.at > deps.shopNow()) {
      deps.store.setTimer(trackerId, stage.at)
      break
    }
    const place = stage.place === 'from' ? shipment.from_address : shipment.to_address
    const detail = detailOf(stage.status, stage.detail, stage.message, stage.at, place)
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
