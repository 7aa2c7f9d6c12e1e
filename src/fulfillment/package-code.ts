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
  if (isGtin(code)) return { ...NOTHING, gtin: gtinOf(code) }
  const own = OWN.exec(code)
  return own ? { ...NOTHING, offerToken: own[1] ?? null, lot: own[2] || null, serial: own[3] || null } : null
}

/** GTIN-8, UPC-A, EAN-13 or GTIN-14. */
const isGtin = (code: string) => /^(\d{8}|\d{12,14})$/.test(code) && hasCheckDigit(code)

/** Of a UPC-A that starts with 2, the last five digits are the store's price or weight: the item is the rest. */
function gtinOf(code: string): string {
  const item = /^2\d{11}$/.test(code) ? withCheckDigit(`${code.slice(0, 6)}00000`) : code
  return item.padStart(14, '0')
}

export const hasCheckDigit = (code: string) => code === withCheckDigit(code.slice(0, -1))

/** From the right, every other digit counts three times. */
export function withCheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return digits + String((10 - (sum % 10)) % 10)
}
