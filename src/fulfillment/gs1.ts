import { hasCheckDigit } from '../catalog/gtin.ts'
import { GRAMS_PER_POUND } from '../money.ts'

/**
 * GS1 element strings, as scanners send them: an optional symbology identifier, then application identifiers with
 * their values. Values of variable length end at FNC1, sent as the separator GS. People write the same in brackets.
 */

export type Gs1 = { gtin: string; lot: string | null; serial: string | null; netGrams: number | null }

const SYMBOLOGY = /^\](?:C1|e0|d2|Q3)/
const SEPARATOR = '\u001d'

/** Lengths of values that don't end at a separator (GS1 General Specifications, figure 7.8.5-2). */
const FIXED: Record<string, number> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '11': 6,
  '12': 6,
  '13': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '20': 2,
}

const VARIABLE: Record<string, number> = { '10': 20, '21': 20, '22': 20, '30': 8, '37': 8 }

/** @returns null if it is no such string, names no item, or says something twice or wrong */
export function readGs1(code: string): Gs1 | null {
  const elements = code.startsWith('(') ? bracketed(code) : inRow(code)
  const gtin = elements?.get('01')
  if (!elements || !gtin || !hasCheckDigit(gtin)) return null
  const weight = weightOf(elements)
  if (weight === 'wrong') return null
  return { gtin, lot: elements.get('10') ?? null, serial: elements.get('21') ?? null, netGrams: weight }
}

type Elements = Map<string, string>

function inRow(code: string): Elements | null {
  const hasIdentifier = SYMBOLOGY.test(code)
  let rest = hasIdentifier ? code.slice(3) : code
  if (!hasIdentifier && !/^01\d{14}./.test(rest)) return null
  const elements: Elements = new Map()
  while (rest !== '') {
    const ai = aiOf(rest)
    if (ai === null) return null
    const value = readValue(rest.slice(ai.length), ai)
    if (value === null || !add(elements, ai, value)) return null
    rest = rest.slice(ai.length + value.length)
    if (rest.startsWith(SEPARATOR)) rest = rest.slice(1)
  }
  return elements
}

function bracketed(code: string): Elements | null {
  const elements: Elements = new Map()
  const parts = [...code.matchAll(/\((\d{2,4})\)([^()]*)/g)]
  if (parts.map(([all]) => all).join('') !== code) return null
  for (const [, ai = '', value = ''] of parts)
    if (aiOf(ai) !== ai || readValue(value, ai) !== value || !add(elements, ai, value)) return null
  return elements
}

const isWeightAi = (ai: string) => /^3[12]0[0-5]$/.test(ai)

const aiOf = (text: string): string | null => {
  const [two, four] = [text.slice(0, 2), text.slice(0, 4)]
  if (/^3[1-6]\d\d$/.test(four)) return four
  return two in FIXED || two in VARIABLE ? two : null
}

function readValue(text: string, ai: string): string | null {
  const length = ai.length === 4 ? 6 : FIXED[ai]
  if (length !== undefined) {
    const value = text.slice(0, length)
    return value.length === length && /^\d+$/.test(value) ? value : null
  }
  const value = text.split(SEPARATOR, 1)[0] ?? ''
  return value !== '' && value.length <= (VARIABLE[ai] ?? 0) && /^[!-~]+$/.test(value) ? value : null
}

function add(elements: Elements, ai: string, value: string): boolean {
  if (elements.has(ai) && elements.get(ai) !== value) return false
  elements.set(ai, value)
  return true
}

/** Labels may say both units, each rounded. */
const ROUNDING_GRAMS = 10

/** Net weight: kilograms (310n) or pounds (320n) with n decimals. */
function weightOf(elements: Elements): number | null | 'wrong' {
  const weights = [...elements].filter(([ai]) => isWeightAi(ai)).map(([ai, value]) => gramsOf(ai, value))
  if (weights.length === 0) return null
  const [grams = 0] = weights
  const isSame = weights.every((each) => Math.abs(each - grams) <= ROUNDING_GRAMS)
  return isSame && grams > 0 ? grams : 'wrong'
}

function gramsOf(ai: string, value: string): number {
  const amount = Number(value) / 10 ** Number(ai[3])
  return Math.round(amount * (ai[1] === '1' ? 1_000 : GRAMS_PER_POUND))
}
