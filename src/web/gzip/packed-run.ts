import { inflateRawSync } from 'node:zlib'
import { deflated, stored } from './blocks.ts'
import { afterBytes, crc32, multiply } from './crc32.ts'

/**
 * Text compressed once for all visitors, with places for each visitor's token. Only the first is filled in: later ones
 * are compressed as repetitions of it, so they follow. It is packed with bytes in place of the token that no text
 * holds, so nothing else repeats them.
 */
export type PackedRun = {
  before: Buffer
  /** Null without a token. */
  after: Buffer | null
  /** Of the text with `PLACEHOLDER` for the token; what a token changes of it; and what a sum before it becomes. */
  sum: number
  tokenFactor: number
  lengthFactor: number
  length: number
}

/** Of an authenticity token. */
export const TOKEN_BYTES = 86
const PLACEHOLDER = Buffer.from(Array.from({ length: TOKEN_BYTES }, (_, index) => 0x80 + index))
const OTHER = Buffer.from(PLACEHOLDER).reverse()
const PLACEHOLDER_SUM = crc32(PLACEHOLDER)
const LEVEL = 9

/** Tokens of this visitor, ready to be filled in. */
export type PackedToken = { block: Buffer; difference: number }

export function packToken(token: Buffer): PackedToken {
  if (token.length !== TOKEN_BYTES) throw new RangeError('The token does not fit in its place')
  return { block: stored(token), difference: crc32(token) ^ PLACEHOLDER_SUM }
}

/** The token goes between any two of `texts`. Null if a later place is too far from the one before. */
export function packRun(texts: Buffer[]): PackedRun | null {
  const whole = joinedBy(PLACEHOLDER, texts)
  const [first = whole] = texts
  const run: PackedRun = {
    before: ownBytes(deflated(first, LEVEL)),
    after: texts.length > 1 ? deflatedAfter(whole, first.length + TOKEN_BYTES) : null,
    sum: crc32(whole),
    tokenFactor: tokenFactor(texts),
    lengthFactor: afterBytes(whole.length),
    length: whole.length,
  }
  const unpacked = inflateRawSync(Buffer.concat([...blocksOf(run, stored(OTHER)), Buffer.from([3, 0])]))
  return unpacked.equals(joinedBy(OTHER, texts)) ? run : null
}

export const blocksOf = ({ before, after }: PackedRun, token: Buffer): Buffer[] =>
  after === null ? [before] : [before, token, after]

export function sumAfter(run: PackedRun, sum: number, { difference }: PackedToken): number {
  return multiply(run.lengthFactor, sum) ^ run.sum ^ multiply(run.tokenFactor, difference)
}

function deflatedAfter(whole: Buffer, from: number): Buffer {
  return ownBytes(deflated(whole.subarray(from), LEVEL, whole.subarray(0, from)))
}

/** What zlib returns holds on to 16 kB, however short it is. */
function ownBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

function tokenFactor(texts: Buffer[]): number {
  let factor = 0
  let following = 0
  for (const text of texts.slice(1).reverse()) {
    following += text.length
    factor ^= afterBytes(following)
    following += TOKEN_BYTES
  }
  return factor
}

const joinedBy = (token: Buffer, texts: Buffer[]) =>
  Buffer.concat(texts.flatMap((text, index) => (index > 0 ? [token, text] : [text])))
