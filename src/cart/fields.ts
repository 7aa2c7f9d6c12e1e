import { z } from 'zod'

/** Digits only: neither '1e3', '0x10', '1.5' nor a list is a quantity. Whether it is a good one the rules say. */
const Quantity = z.union([
  z.number().int(),
  z
    .string()
    .trim()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
])

/** A whole number from a body, `minQuantity` where it was left empty (CRT-2), null for anything else. */
export function readQuantity(sent: unknown, minQuantity: number): number | null {
  if (sent === undefined || sent === null || sent === '') return minQuantity
  const parsed = Quantity.safeParse(sent)
  return parsed.success ? parsed.data || 0 : null // there is no zero below zero
}

export const WHOLE_NUMBER_SENTENCE = 'Please enter a whole number.'
