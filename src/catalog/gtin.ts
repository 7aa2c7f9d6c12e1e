/**
 * Global Trade Item Numbers: GTIN-8, UPC-A, EAN-13 or GTIN-14, kept as 14 digits. Of a UPC-A that starts with 2, the
 * last five digits before the check digit are a pack's price or weight; its item is the rest, with zeros for them.
 */

/** @returns 14 digits; null for what is none */
export function readGtin(code: string): string | null {
  if (!/^(\d{8}|\d{12,14})$/.test(code) || !hasCheckDigit(code)) return null
  return itemOf(code).padStart(14, '0')
}

const itemOf = (code: string) => (/^2\d{11}$/.test(code) ? withCheckDigit(`${code.slice(0, 6)}00000`) : code)

export const hasCheckDigit = (code: string) => code === withCheckDigit(code.slice(0, -1))

/** From the right, every other digit counts three times. */
export function withCheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return digits + String((10 - (sum % 10)) % 10)
}
