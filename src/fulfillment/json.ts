import type { ShippingLabel } from '#db/schema/index.ts'
import { personName } from '../accounts/person-name.ts'
import { trackingWords } from '../delivery/parcel-status.ts'
import { iso } from '../privacy/iso.ts'
import type { Packaging } from '../shipping/packaging.ts'
import type { AlertRow } from '../weather/alerts.ts'
import type { BoxRow } from './board.ts'
import type { InventoryItem } from './inventory.ts'
import type { Parcel } from './parcels.ts'
import type { ShipDay } from './ship-days.ts'
import type { Movement } from './stock-ledger.ts'
import type { WaveBoxRow } from './wave-boxes.ts'

export const boxJson = (box: BoxRow) => ({
  order_token: box.token,
  identifier: box.identifier,
  state: box.state,
  delivery_name: box.name,
  delivery_city: box.city,
  delivery_state: box.deliveryState,
  delivery_postal_code: box.postalCode,
  ship_on: box.shipOn,
  arrival_date: box.arrivalOn,
  placed_at: iso(box.placedAt),
  units: box.units,
  weight_grams: box.grams,
  gift_order: box.isGift,
  packing_wave_id: box.waveId,
  weather_alert: box.weather,
})

export const shipDayJson = ({ day, closed, booked, capacity, held, shipped }: ShipDay) => ({
  ship_on: day,
  closed,
  booked,
  capacity,
  held,
  shipped,
})

export const itemJson = (item: InventoryItem) => ({
  bid_item_token: item.token,
  name: item.name,
  label: item.label,
  farm: item.farm,
  shelf: item.shelf,
  on_hand: item.onHand,
  reserved: item.reserved,
  available: item.available,
  waiting: item.waiting,
})

export const movementJson = (movement: Movement) => ({
  at: iso(movement.at),
  change: movement.delta,
  on_hand_after: movement.left,
  kind: movement.reason,
  reason: movement.note,
  by: movement.by && personName(movement.by),
  order_identifier: movement.order,
  lot: movement.lot,
  scale_weight_grams: movement.scaleGrams,
})

export const waveBoxJson = (row: WaveBoxRow) => ({
  order_token: row.token,
  identifier: row.identifier,
  position: row.position,
  state: row.state,
  packed_at: iso(row.packedAt),
  packed_by: row.packedAt && row.packer ? personName(row.packer) : null,
  shipped_at: iso(row.shippedAt),
  tracking_code: row.trackingCode,
  ended_at: iso(row.endedAt),
  difference: row.difference,
})

export const packagingJson = (packaging: Packaging | null) => ({
  box_size: packaging?.boxSize ?? null,
  dry_ice_grams: packaging?.dryIceGrams ?? null,
})

export const alertJson = (alert: AlertRow) => ({
  weather_alert_id: alert.id,
  title: alert.title,
  state: alert.state,
  states: alert.states,
  zip3s: alert.zip3s,
  from: alert.startsOn,
  to: alert.endsOn,
  held: alert.held,
  shipped_anyway: alert.shippedAnyway,
  without_a_day: alert.withoutDay,
  in_waves: alert.inWaves,
})

export const parcelJson = ({ packaging, label }: Pick<Parcel, 'packaging' | 'label'>) => ({
  ...packagingJson(packaging),
  label: label && labelJson(label),
})

const labelJson = (label: ShippingLabel) => ({
  state: label.state,
  carrier: label.carrier,
  service: label.service,
  tracking_code: label.trackingCode,
  cost_cents: label.costCents,
  problem: label.problem,
  refund: label.refund,
  shipment_status: label.tracking,
  shipment_status_word: label.state === 'bought' ? trackingWords(label.tracking, label.trackingDetail) : null,
})
