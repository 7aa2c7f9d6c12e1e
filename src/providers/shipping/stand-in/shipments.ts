import { z } from 'zod'
import { DAY_MS } from '../../../day.ts'
import type { CarrierDeps } from './index.ts'
import { quote } from './rates.ts'
import { cancelTracker, startTracker } from './trackers.ts'
import { add, load, Refusal, save, timeText, type WireAddress, type WireShipment } from './wire.ts'

const Address = z.object({
  name: z.string().optional(),
  company: z.string().optional(),
  street1: z.string().optional(),
  street2: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  zip: z.string().optional(),
  phone: z.string().optional(),
})

const NewShipment = z.object({
  shipment: z.object({
    reference: z.string().nullish(),
    to_address: Address,
    from_address: Address,
    parcel: z.object({
      length: z.number().positive().optional(),
      width: z.number().positive().optional(),
      height: z.number().positive().optional(),
      weight: z.number().positive(),
    }),
    options: z
      .object({
        label_date: z.string().optional(),
        print_custom_1: z.string().optional(),
        dry_ice_weight: z.string().optional(),
      })
      .optional(),
  }),
})

export function createShipment(deps: CarrierDeps, body: unknown): WireShipment {
  const read = NewShipment.safeParse(body)
  if (!read.success) throw new Refusal(422, 'PARAMETER.INVALID', problemOf(read.error))
  const { reference, to_address, from_address, parcel, options = {} } = read.data.shipment
  const missing = (['street1', 'city', 'state', 'zip'] as const).find((field) => !to_address[field])
  if (missing) throw new Refusal(422, 'PARAMETER.REQUIRED', `to_address.${missing}: cannot be blank`)
  const id = deps.newId('shp')
  const now = timeText(deps.shopNow())
  const shipment: WireShipment = {
    id,
    object: 'Shipment',
    mode: 'test',
    reference: reference ?? null,
    created_at: now,
    updated_at: now,
    status: 'unknown',
    to_address,
    from_address,
    parcel,
    options,
    ...quote(deps, id, to_address.zip ?? '', parcel.weight),
    selected_rate: null,
    tracking_code: null,
    postage_label: null,
    tracker: null,
    refund_status: null,
    scan_form: null,
  }
  add(deps, 'shipment', shipment)
  if (reference) rememberReference(deps, reference, id)
  return shipment
}

const problemOf = (error: z.ZodError) =>
  error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')

/** The newest shipment with a reference is the one that can be found by it. */
function rememberReference({ store, now }: CarrierDeps, reference: string, id: string) {
  const key = keyOf(reference)
  if (store.find(key)) store.replace({ id: key, json: id, note: null })
  else store.add({ id: key, kind: 'reference', created: now(), json: id, note: null })
}

const keyOf = (reference: string) => `reference:${reference}`

export const findShipment = (deps: CarrierDeps, idOrReference: string): WireShipment =>
  load(deps, 'shipment', deps.store.find(keyOf(idOrReference))?.json ?? idOrReference)

export function refreshRates(deps: CarrierDeps, id: string): WireShipment {
  const shipment = load(deps, 'shipment', id)
  const { zip = '' } = shipment.to_address
  return saved(deps, { ...shipment, ...quote(deps, id, zip, shipment.parcel.weight) })
}

const Purchase = z.object({ rate: z.object({ id: z.string() }) })

export function buyShipment(deps: CarrierDeps, id: string, body: unknown): WireShipment {
  const shipment = load(deps, 'shipment', id)
  if (shipment.postage_label)
    throw new Refusal(422, 'SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment.')
  const rateId = Purchase.safeParse(body).data?.rate.id
  const rate = shipment.rates.find((one) => one.id === rateId)
  if (!rate) throw new Refusal(422, 'RATE.UNAVAILABLE', 'The rate requested could not be found.')
  const trackingCode = deps.newTrackingCode()
  const bought: WireShipment = {
    ...shipment,
    selected_rate: rate,
    tracking_code: trackingCode,
    postage_label: {
      id: deps.newId('pl'),
      label_url: `${deps.origin()}/files/${id}.pdf`,
      label_pdf_url: null,
      label_zpl_url: null,
      label_size: '4x6',
      label_resolution: 300,
    },
  }
  return saved(deps, { ...bought, status: 'pre_transit', tracker: startTracker(deps, bought) })
}

/** EasyPost makes other formats when they are asked for, and names their files in the shipment. */
export function askForFormat(deps: CarrierDeps, id: string, format: string): WireShipment {
  const shipment = load(deps, 'shipment', id)
  if (!shipment.postage_label)
    throw new Refusal(422, 'SHIPMENT.LABEL.MISSING', 'The shipment has no label yet.')
  const url = `${deps.origin()}/files/${id}.${format.toLowerCase()}`
  const urls = format === 'ZPL' ? { label_zpl_url: url } : { label_pdf_url: url }
  return saved(deps, { ...shipment, postage_label: { ...shipment.postage_label, ...urls } })
}

/** How long the carrier takes to see that a label was not used. */
const REFUND_TAKES_MS = 2 * DAY_MS

export function refundShipment(deps: CarrierDeps, id: string): WireShipment {
  const shipment = load(deps, 'shipment', id)
  if (!shipment.postage_label)
    throw new Refusal(422, 'SHIPMENT.REFUND.UNAVAILABLE', 'The shipment has no postage to refund.')
  if (shipment.refund_status) return shipment
  if (shipment.tracker && shipment.tracker.status !== 'pre_transit')
    return saved(deps, { ...shipment, refund_status: 'rejected' })
  deps.store.setTimer(id, deps.shopNow() + REFUND_TAKES_MS)
  if (shipment.tracker) deps.store.clearTimer(shipment.tracker.id)
  return saved(deps, { ...shipment, refund_status: 'submitted' })
}

export function finishRefund(deps: CarrierDeps, id: string) {
  const shipment = load(deps, 'shipment', id)
  const tracker = shipment.tracker && cancelTracker(deps, shipment.tracker)
  saved(deps, { ...shipment, tracker, refund_status: 'refunded' })
}

export function saved(deps: CarrierDeps, shipment: WireShipment): WireShipment {
  const now: WireShipment = { ...shipment, updated_at: timeText(deps.shopNow()) }
  save(deps, now)
  return now
}

export const placeText = ({ city, state, zip }: WireAddress) => `${city ?? ''}, ${state ?? ''} ${zip ?? ''}`
