const MIN_DIGITS = 13
const MAX_DIGITS = 19

/** First and last prefix of four digits, and the lengths that the network issues. */
const NETWORKS: [first: number, last: number, ...lengths: number[]][] = [
  [4000, 4999, 13, 16, 19], // Visa
  [5100, 5599, 16], // Mastercard
  [2221, 2720, 16],
  [3400, 3499, 15], // American Express
  [3700, 3799, 15],
  [3000, 3059, 14, 15, 16, 17, 18, 19], // Diners Club
  [3600, 3699, 14, 15, 16, 17, 18, 19],
  [3800, 3999, 14, 15, 16, 17, 18, 19],
  [6011, 6011, 16, 17, 18, 19], // Discover
  [6440, 6599, 16, 17, 18, 19],
  [3528, 3589, 16, 17, 18, 19], // JCB
  [6200, 6299, 16, 17, 18, 19], // UnionPay
  [8100, 8199, 16, 17, 18, 19],
  ...[5018, 5020, 5038, 5893, 6304, 6759, 6761, 6762, 6763].map(
    (prefix): [number, number, ...number[]] => [prefix, prefix, 13, 14, 15, 16, 17, 18, 19], // Maestro
  ),
]

/** By prefix, one bit per length. They tell a card from a phone number, a time or an order. */
const LENGTHS = new Uint32Array(10_000)
for (const [first, last, ...lengths] of NETWORKS) {
  for (let prefix = first; prefix <= last; prefix += 1)
    LENGTHS[prefix] = lengths.reduce((bits, length) => bits | (1 << length), LENGTHS[prefix] ?? 0)
}

/** One random UUID in some 60,000 has groups that look like a card's. Every event and many a key is one. */
const UUIDS = /\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/gi

/** Groups of digits, separated by single spaces, dots or dashes, and not part of a word. Takes linear time. */
export function holdsCardNumber(text: string): boolean {
  if (text.length < MIN_DIGITS) return false
  const written = toAscii(text)
  if (!hasEnoughDigits(written)) return false
  const ascii = written.replace(UUIDS, 'x')
  const run = new DigitRun()
  for (let at = 0; at < ascii.length; at += 1) {
    if (!isDigit(ascii, at)) continue
    if (!(at > 1 && isSeparator(ascii, at - 1) && isDigit(ascii, at - 2))) run.clear()
    const start = at
    while (isDigit(ascii, at)) run.add(ascii.charCodeAt(at++) - ZERO, at - 1 === start)
    if (isLetter(ascii, start - 1) || isLetter(ascii, at)) run.clear()
    else if (run.endsInCardNumber()) return true
  }
  return false
}

const WINDOW = 32
const slot = (position: number) => position & (WINDOW - 1)

/** Sliding window over the digits of a run of groups. */
class DigitRun {
  #count = 0
  /** The last four digits as a number. */
  #prefix = 0
  readonly #startsGroup = new Uint8Array(WINDOW)
  /** For each digit that starts a group, the lengths of the cards that begin there. */
  readonly #lengths = new Uint32Array(WINDOW)
  /** Luhn sums up to each digit, with those at even positions doubled, and with those at odd ones. */
  readonly #evenSums = new Uint32Array(WINDOW)
  readonly #oddSums = new Uint32Array(WINDOW)

  clear() {
    this.#count = 0
    this.#evenSums[0] = 0
    this.#oddSums[0] = 0
  }

  add(digit: number, startsGroup: boolean) {
    const at = slot(this.#count)
    const next = slot(this.#count + 1)
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2
    const isEven = this.#count % 2 === 0
    this.#evenSums[next] = (this.#evenSums[at] ?? 0) + (isEven ? doubled : digit)
    this.#oddSums[next] = (this.#oddSums[at] ?? 0) + (isEven ? digit : doubled)
    this.#startsGroup[at] = startsGroup ? 1 : 0
    this.#prefix = (this.#prefix * 10 + digit) % LENGTHS.length
    const first = slot(this.#count - 3)
    this.#lengths[first] = this.#startsGroup[first] ? (LENGTHS[this.#prefix] ?? 0) : 0
    this.#count += 1
  }

  endsInCardNumber(): boolean {
    const longest = Math.min(MAX_DIGITS, this.#count)
    for (let length = MIN_DIGITS; length <= longest; length += 1) {
      const start = slot(this.#count - length)
      if ((this.#lengths[start] ?? 0) & (1 << length) && this.#passesLuhn(start)) return true
    }
    return false
  }

  /** The last digit counts once, the one before it twice, and so on. */
  #passesLuhn(start: number): boolean {
    const sums = this.#count % 2 === 0 ? this.#evenSums : this.#oddSums
    return ((sums[slot(this.#count)] ?? 0) - (sums[start] ?? 0)) % 10 === 0
  }
}

const ZERO = 48
const isDigit = (text: string, at: number) => text.charCodeAt(at) >= ZERO && text.charCodeAt(at) <= 57
const SEPARATORS = [...' .-'].map((separator) => separator.charCodeAt(0))
const isSeparator = (text: string, at: number) => SEPARATORS.includes(text.charCodeAt(at))

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95
}

function hasEnoughDigits(text: string): boolean {
  let digits = 0
  for (let at = 0; at < text.length && digits < MIN_DIGITS; at += 1) if (isDigit(text, at)) digits += 1
  return digits === MIN_DIGITS
}

/**
 * Digits and separators as ASCII, and other letters and numbers as an x. Without the accents, because normalizing a
 * long row of them takes quadratic time.
 */
const toAscii = (text: string) =>
  isAscii(text)
    ? text
    : text
        .replace(/\p{M}+/gu, '')
        .replace(/(?:(?![a-z])\p{L})+/giu, 'x')
        .normalize('NFKC')
        .replace(/[\u2010-\u2013]/g, '-')
        .replace(/(?:(?!\w)[\p{L}\p{N}])+/gu, 'x')

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text)
