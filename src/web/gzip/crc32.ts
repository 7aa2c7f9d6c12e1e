/** The checksum of gzip. Sums of parts combine, so a kept part is not read again for every response. */

const POLYNOMIAL = 0xedb88320
/** x^0 and x^8: bits are reversed. */
const ONE = 0x80000000
const ONE_BYTE = 0x00800000

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = timesX(sum)
  return sum
})

/** Continues `sum`. */
export function crc32(bytes: Uint8Array, sum = 0): number {
  let rest = ~sum
  for (let i = 0; i < bytes.length; i++) rest = (table[(rest ^ (bytes[i] ?? 0)) & 0xff] ?? 0) ^ (rest >>> 8)
  return ~rest
}

/** What a sum is multiplied by when `count` bytes follow: x^8 to the power of `count`. */
export function afterBytes(count: number): number {
  let power = ONE_BYTE
  let product = ONE
  for (let rest = count; rest > 0; rest >>>= 1) {
    if (rest & 1) product = multiply(product, power)
    power = multiply(power, power)
  }
  return product
}

/** The product of two polynomials modulo that of the checksum. */
export function multiply(left: number, right: number): number {
  let product = 0
  let multiple = right
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (left & bit) product ^= multiple
    multiple = timesX(multiple)
  }
  return product
}

function timesX(polynomial: number): number {
  return polynomial & 1 ? (polynomial >>> 1) ^ POLYNOMIAL : polynomial >>> 1
}
