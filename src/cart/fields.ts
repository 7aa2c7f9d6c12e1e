import { z } from 'zod'

/** Digits only: '1e3', '0x10', '1.5' and lists are not quantities. */
const Quantity = z.union([
  z.number().int(),
  z
    .string()
    .trim()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
])

/** An empty field means `minQuantity` (CRT-2). Null for anything but a whole number. */
export function readQuantity(input: unknown, minQuantity: number): number | null {
  if (input === undefined || input === null || input === '') return minQuantity
  const parsed = Quantity.safeParse(input)
  return parsed.success ? parsed.data || 0 : null // turns -0 into 0
}

export const WHOLE_NUMBER_SENTENCE = 'Please enter a whole number.'
