/** Who sells labels and moves parcels, whichever company that is. */
export type Carrier = {
  /** Its rates; costs nothing. */
  createShipment(parcel: Parcel): Promise<Shipment>
  /** By its id or our reference; null if there is none. */
  findShipment(idOrReference: string): Promise<Shipment | null>
  /** Asks for new rates, because they are good for one day. */
  refreshRates(shipmentId: string): Promise<Shipment>
  /** Spends money. A shipment can be bought once. */
  buy(shipmentId: string, rateId: string): Promise<Shipment>
  refund(shipmentId: string): Promise<Shipment>
  labelFile(shipmentId: string, format: LabelFormat): Promise<Buffer>
  /** Hands the parcels of one day over to the carrier's driver. */
  createManifest(shipmentIds: string[]): Promise<Manifest>
  findManifest(id: string): Promise<Manifest | null>
  manifestFile(url: string): Promise<Buffer>
  /** A parcel's tracker as its events carry it, by the tracker's id; null if there is none. */
  findTracker(id: string): Promise<unknown>
  /** Where it sends events; for the doctor. */
  listWebhooks(): Promise<WebhookAddress[]>
}

/** Every call throws this and nothing else. */
export class CarrierError extends Error {
  override name = 'CarrierError'
  constructor(
    /** `unknown`: the carrier may have done it; read before asking again. */
    readonly outcome: 'not_done' | 'unknown',
    readonly code: string,
    /** In the carrier's words, for people. */
    message: string,
  ) {
    super(message)
  }
}

export type LabelFormat = 'PDF' | 'ZPL'

export type PostalAddress = {
  name: string
  company?: string
  street1: string
  street2: string
  city: string
  state: string
  zip: string
  phone: string
}

export type Parcel = {
  /** Our id, by which the shipment can be found after a doubt. */
  reference: string
  from: PostalAddress
  to: PostalAddress
  ounces: number
  inches: { length: number; width: number; height: number }
  dryIceOunces: number
  /** When it is handed over, as ISO time. */
  shipAt: string
  /** Printed on the label, for the packers. */
  note: string
}

export type Rate = { id: string; carrier: string; service: string; cents: number; days: number | null }

export type Postage = {
  trackingCode: string
  trackerId: string | null
  carrier: string
  service: string
  cents: number
}

export const REFUND_STATES = ['submitted', 'refunded', 'rejected'] as const
export type RefundState = (typeof REFUND_STATES)[number]

export type Shipment = {
  id: string
  createdAt: number
  rates: Rate[]
  /** Why there are fewer rates than one would like, in the carrier's words. */
  messages: string[]
  /** null until it is bought. */
  postage: Postage | null
  refund: RefundState | null
  manifestId: string | null
}

export type Manifest = {
  id: string
  state: 'creating' | 'created' | 'failed'
  message: string
  fileUrl: string | null
}

export type WebhookAddress = { url: string; isDisabled: boolean }
