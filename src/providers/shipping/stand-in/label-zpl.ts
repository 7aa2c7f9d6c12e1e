import { zplText } from './label-text.ts'
import { placeText } from './shipments.ts'
import type { WireAddress, WireShipment } from './wire.ts'

/** 4 × 6 inches at 203 dots an inch, the resolution of most label printers. */
export function labelZpl(shipment: WireShipment): string {
  const { tracking_code, selected_rate, options } = shipment
  const ice = options.dry_ice_weight ? `DRY ICE UN1845 ${kilograms(options.dry_ice_weight)} kg` : ''
  return [
    '^XA^CI28^PW812^LL1218',
    field(40, 40, 28, `${selected_rate?.carrier ?? ''} ${selected_rate?.service ?? ''}`),
    ...addressFields(110, 24, shipment.from_address),
    '^FO40,260^GB732,3,3^FS',
    ...addressFields(300, 44, shipment.to_address),
    '^FO40,560^GB732,3,3^FS',
    `^FO60,600^BY3^BCN,240,Y,N,N^FD${zplText(tracking_code ?? '')}^FS`,
    field(40, 930, 34, options.print_custom_1 ?? ''),
    field(40, 990, 34, ice),
    field(40, 1050, 24, `${(shipment.parcel.weight / 16).toFixed(1)} lb`),
    '^XZ',
  ]
    .filter(Boolean)
    .join('\n')
}

export const kilograms = (ounces: string) => (Number(ounces) * 0.028349523125).toFixed(1)

const field = (x: number, y: number, size: number, text: string) =>
  text === '' ? '' : `^FO${x},${y}^A0N,${size},${size}^FD${zplText(text).slice(0, 60)}^FS`

const addressFields = (top: number, size: number, address: WireAddress) =>
  linesOf(address).map((line, row) => field(40, top + row * (size + 8), size, line))

export const linesOf = (address: WireAddress): string[] =>
  [address.company, address.name, address.street1, address.street2, placeText(address)].flatMap(
    (line) => line || [],
  )
