import { line } from '../../../web/fields.ts'
import type { PictureOwner } from './replace-picture.ts'

export const MAX_ALT = 250
const alts = line(MAX_ALT)

export type PictureFields = {
  alt: string
  /** Which of the owner's pictures it replaces; the next number adds one. */
  slot: number
  problem: string | null
}

export function readPictureFields(given: Record<string, unknown>, { slots }: PictureOwner): PictureFields {
  const alt = alts.safeParse(given.alt)
  const slot = Number(given.slot ?? 0)
  const isSlot = Number.isInteger(slot) && slot >= 0 && slot < slots
  const problem = !alt.success
    ? `Please describe the picture in plain text of at most ${MAX_ALT} characters.`
    : alt.data === ''
      ? 'Please describe the picture: people who can’t see it hear these words.'
      : isSlot
        ? null
        : 'Please choose which picture it replaces.'
  return { alt: alt.success ? alt.data : '', slot: isSlot ? slot : 0, problem }
}
