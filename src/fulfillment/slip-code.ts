import { IDENTIFIER } from '../orders/identifier.ts'

/** What a slip's barcode says: which order, and as which version of it the slip was printed. */
export const slipCode = (identifier: string, version: number) => `${identifier}.${version}`

const SLIP_CODE = new RegExp(`^(${IDENTIFIER})\\.(\\d{1,9})$`)

export type SlipCode = { identifier: string; version: number }

/** Scanners with caps lock on send other letters. */
export function readSlipCode(scanned: string): SlipCode | null {
  const [, identifier, version] = SLIP_CODE.exec(scanned.trim().toUpperCase()) ?? []
  return identifier && version ? { identifier, version: Number(version) } : null
}
