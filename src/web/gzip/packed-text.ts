import type { Fragment, Slot } from '#views/shared/page-fragments.ts'
import { type PackedRun, packRun } from './packed-run.ts'

/** A part of pages, compressed once for all visitors: text with places for tokens, and other slots between. */
export type PackedText = (PackedRun | Slot)[]

/** Null if it cannot be packed. */
export function packText({ parts, slots }: Fragment): PackedText | null {
  const packed: (PackedRun | Slot | null)[] = []
  let texts: Buffer[] = []
  parts.forEach((part, index) => {
    texts.push(part)
    const slot = slots[index]
    if (slot === 'token') return
    packed.push(packRun(texts), ...(slot ? [slot] : []))
    texts = []
  })
  return packed.every((piece) => piece !== null) ? packed : null
}

const RUN_BYTES = 300

export const bytesOfPacked = (packed: PackedText): number =>
  packed.reduce((sum, piece) => sum + (typeof piece === 'string' ? 8 : RUN_BYTES + bytesOfRun(piece)), 0)

const bytesOfRun = ({ before, after }: PackedRun) => before.length + (after?.length ?? 0)
