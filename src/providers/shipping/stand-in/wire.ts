import type { CarrierDeps } from './index.ts'

/** EasyPost's objects as they travel, as far as the shop and its tests look. */
export type WireAddress = {
  name?: string | undefined
  company?: string | undefined
  street1?: string | undefined
  street2?: string | undefined
  city?: string | undefined
  state?: string | undefined
  zip?: string | undefined
  phone?: string | undefined
}

export type WireRate = {
  id: string
  object: 'Rate'
  carrier: string
  service: string
  rate: string
  currency: 'USD'
  delivery_days: number | null
  shipment_id: string
}

export type WireShipment = {
  id: string
  object: 'Shipment'
  mode: 'test'
  reference: string | null
  created_at: string
  updated_at: string
  status: string
  to_address: WireAddress
  from_address: WireAddress
  parcel: {
    length?: number | undefined
    width?: number | undefined
    height?: number | undefined
    weight: number
  }
  options: {
    label_date?: string | undefined
    print_custom_1?: string | undefined
    dry_ice_weight?: string | undefined
  }
  rates: WireRate[]
  messages: { carrier: string; type: string; message: string }[]
  selected_rate: WireRate | null
  tracking_code: string | null
  postage_label: WireLabel | null
  tracker: WireTracker | null
  refund_status: 'submitted' | 'refunded' | 'rejected' | null
  scan_form: WireScanForm | null
}

export type WireLabel = {
  id: string
  label_url: string
  label_pdf_url: string | null
  label_zpl_url: string | null
  label_size: '4x6'
  label_resolution: 300
}

export type TrackingStatus = 'pre_transit' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'cancelled'

export type WireTracker = {
  id: string
  object: 'Tracker'
  tracking_code: string
  status: TrackingStatus
  status_detail: string
  weight: number
  est_delivery_date: string | null
  shipment_id: string
  carrier: string
  tracking_details: WireDetail[]
  created_at: string
  updated_at: string
}

export type WireDetail = {
  object: 'TrackingDetail'
  message: string
  status: TrackingStatus
  status_detail: string
  datetime: string
  tracking_location: { city: string | null; state: string | null; country: 'US'; zip: string | null }
}

export type WireScanForm = {
  id: string
  object: 'ScanForm'
  status: 'creating' | 'created' | 'failed'
  message: string | null
  tracking_codes: string[]
  form_url: string | null
  form_file_type: 'application/pdf'
  created_at: string
}

/** Ends a call with EasyPost's error shape. */
export class Refusal extends Error {
  constructor(
    readonly status: 401 | 404 | 422,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

type Kinds = { shipment: WireShipment; scan_form: WireScanForm }

export function load<Kind extends keyof Kinds>(deps: CarrierDeps, kind: Kind, id: string): Kinds[Kind] {
  const found = deps.store.find(id)
  if (found?.kind !== kind) throw new Refusal(404, 'NOT_FOUND', 'The requested resource could not be found.')
  return JSON.parse(found.json) as Kinds[Kind]
}

export function add(deps: CarrierDeps, kind: keyof Kinds, object: WireShipment | WireScanForm) {
  deps.store.add({ id: object.id, kind, created: deps.now(), json: JSON.stringify(object), note: null })
}

export function save(deps: CarrierDeps, object: WireShipment | WireScanForm) {
  deps.store.replace({ id: object.id, json: JSON.stringify(object), note: null })
}

/** For everyone who reads times: without milliseconds, as EasyPost writes them. */
export const timeText = (at: number) => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z')
