import { plainDollars } from '../../../money.ts'
import type { CarrierDeps } from './index.ts'
import { CARRIER } from './rates.ts'
import { moveParcel, type Stage, startWay } from './trackers.ts'
import { add, timeText, type WireAddress, type WireShipment } from './wire.ts'

/** A parcel that was on its way before this carrier's books began, with its whole way. */
export type HandedParcel = {
  shipmentId: string
  trackerId: string
  trackingCode: string
  service: string
  cents: number
  from: WireAddress
  to: WireAddress
  madeAt: number
  expectedAt: number
  way: Stage[]
}

const OUNCES = 160

/** Takes over a parcel once, and moves it to where it is by now. */
export function takeOver(deps: CarrierDeps, parcel: HandedParcel) {
  const { shipmentId, trackerId, trackingCode, madeAt, from, to } = parcel
  if (deps.store.find(shipmentId)) return
  const rate = {
    id: deps.newId('rate'),
    object: 'Rate' as const,
    carrier: CARRIER,
    service: parcel.service,
    rate: plainDollars(parcel.cents),
    currency: 'USD' as const,
    delivery_days: null,
    shipment_id: shipmentId,
  }
  const shipment: WireShipment = {
    id: shipmentId,
    object: 'Shipment',
    mode: 'test',
    reference: null,
    created_at: timeText(madeAt),
    updated_at: timeText(madeAt),
    status: 'pre_transit',
    to_address: to,
    from_address: from,
    parcel: { weight: OUNCES },
    options: {},
    rates: [rate],
    messages: [],
    selected_rate: rate,
    tracking_code: trackingCode,
    postage_label: {
      id: deps.newId('pl'),
      label_url: `${deps.origin()}/files/${shipmentId}.pdf`,
      label_pdf_url: null,
      label_zpl_url: null,
      label_size: '4x6',
      label_resolution: 300,
    },
    tracker: null,
    refund_status: null,
    scan_form: null,
  }
  const { way, expectedAt } = parcel
  add(deps, 'shipment', {
    ...shipment,
    tracker: startWay(deps, shipment, { trackerId, madeAt, expectedAt, way }),
  })
  moveParcel(deps, trackerId)
}
