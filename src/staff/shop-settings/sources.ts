import type { Db, Tx } from '#db/client.ts'
import type { Config } from '../../config/config.ts'
import type { Instant } from '../../day.ts'
import { type CenterSettings, centerSettings, writeCenters } from '../../delivery/change-centers.ts'
import { closedDaysFrom, writeClosedDays } from '../../delivery/closed-carrier-days.ts'
import { allShippingRates, type ShippingRateRow, writeShippingRates } from '../../delivery/shipping-rates.ts'
import { rangesOf, rowsIn, writeZones, zoneRows } from '../../delivery/zone-chart.ts'
import { dayIn, SHOP_ZONE } from '../../delivery/zones.ts'
import { allTaxRows, type TaxRow, writeTaxRows } from '../../pricing/sales-tax.ts'
import type { SettingGroup } from '../../shop-settings/group.ts'
import { groupValue } from '../../shop-settings/page-settings.ts'
import type { SettingValue } from '../../shop-settings/versions.ts'
import { closedDaysIn, closedDaysText, rangesIn, rangesText } from './lines.ts'

/** A group whose value is in tables of its own, where the rest of the shop reads it. */
type Source = {
  read: (db: Db, now: Instant) => SettingValue
  write: (tx: Tx, value: SettingValue, now: Instant) => void
}

const today = (now: Instant) => dayIn(SHOP_ZONE, now)

const SOURCES: Readonly<Record<string, Source>> = {
  rates: {
    read: (db) => ({ rows: allShippingRates(db) }),
    write: (tx, { rows }) => writeShippingRates(tx, rows as ShippingRateRow[]),
  },
  centers: {
    read: (db) => ({ rows: centerSettings(db).map((center) => ({ ...center, id: String(center.id) })) }),
    write: (tx, value) => writeCenters(tx, centersIn(value)),
  },
  zones: {
    read: (db) => ({ chart: rangesText(rangesOf(zoneRows(db)), centerSettings(db)) }),
    write: (tx, { chart }) => {
      const read = rangesIn(String(chart), centerSettings(tx))
      if (read.ok) writeZones(tx, rowsIn(tx, read.value))
    },
  },
  holidays: {
    read: (db, now) => ({ days: closedDaysText(closedDaysFrom(db, today(now))) }),
    write: (tx, { days }, now) => {
      const read = closedDaysIn(String(days), today(now))
      if (read.ok) writeClosedDays(tx, today(now), read.value)
    },
  },
  tax: {
    read: (db) => ({ rows: allTaxRows(db) }),
    write: (tx, { rows }) => writeTaxRows(tx, rows as TaxRow[]),
  },
}

type CenterRow = Omit<CenterSettings, 'id'> & { id: string }

export const centersIn = ({ rows }: SettingValue): CenterSettings[] =>
  (rows as CenterRow[]).map(({ id, ...columns }) => ({ ...columns, id: id === '' ? null : Number(id) }))

/** The value in force. */
export const readValue = (db: Db, config: Config, group: SettingGroup, now: Instant): SettingValue =>
  SOURCES[group.id]?.read(db, now) ?? groupValue<SettingValue>(db, group, config)

/** The caller saves the version in the same transaction. */
export const writeValue = (tx: Tx, group: SettingGroup, value: SettingValue, now: Instant) =>
  SOURCES[group.id]?.write(tx, value, now)
