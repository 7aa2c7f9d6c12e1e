import { readGtin } from '../catalog/gtin.ts'
import { readGs1 } from './gs1.ts'

/** What the barcode on a pack says. `offerToken` or `gtin` names the item. */
export type PackageCode = {
  offerToken: string | null
  gtin: string | null // 14 digits
  lot: string | null
  serial: string | null
  netGrams: number | null
}

const NOTHING: PackageCode = { offerToken: null, gtin: null, lot: null, serial: null, netGrams: null }

/** Our own label, 'token/lot/serial'. Without a serial, packs of an item look the same. */
export const packageLabel = (offerToken: string, lot: string, serial: string) =>
  `${offerToken}/${lot}/${serial}`

const OWN = /^([\w-]{4,40})(?:\/([\w.-]{0,40})(?:\/([\w.-]{0,40}))?)?$/

/** @returns null for what is no barcode of a pack */
export function readPackageCode(scanned: string): PackageCode | null {
  const code = scanned.trim()
  const gs1 = readGs1(code)
  if (gs1) return { ...NOTHING, ...gs1 }
  const gtin = readGtin(code)
  if (gtin) return { ...NOTHING, gtin }
  const own = OWN.exec(code)
  return own ? { ...NOTHING, offerToken: own[1] ?? null, lot: own[2] || null, serial: own[3] || null } : null
}
