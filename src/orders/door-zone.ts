import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { zoneOfZip } from '../delivery/zip-zones.ts'
import { zoneOf } from './placed.ts'

/** Where the box goes; its center's zone if the ZIP code names none. */
export const doorZoneOf = (db: Db, { deliveryPostalCode, fcId }: Order): string =>
  zoneOfZip(deliveryPostalCode) ?? zoneOf(db, fcId ?? 0)
