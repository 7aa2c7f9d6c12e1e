import type { WaveBox, WaveLine } from '#db/schema/index.ts'
import { slipCode } from './slip-code.ts'
import { layOutSlips, type SlipSheet } from './slip-layout.ts'
import type { WaveBoxRow } from './wave-boxes.ts'

/** What is printed for a box. */
export type Slip = { row: WaveBoxRow; box: WaveBox; lines: WaveLine[]; code: string }

/** Boxes that can be packed, and those that were, whose slip may be printed again. */
const PRINTED: readonly WaveBoxRow['state'][] = ['to_pack', 'packed', 'shipped']

/** Boxes that still have to be packed get a slip, or the chosen ones. */
export function sheetsOf(rows: WaveBoxRow[], tokens: string[] = []): SlipSheet<Slip>[] {
  const chosen = rows.filter(({ state, token }) =>
    tokens.length > 0 ? tokens.includes(token) && PRINTED.includes(state) : state === 'to_pack',
  )
  return layOutSlips(chosen.flatMap(slipOf))
}

function slipOf(row: WaveBoxRow): Slip[] {
  const { box, lines, identifier, slipVersion, orderVersion } = row
  return box ? [{ row, box, lines, code: slipCode(identifier, slipVersion ?? orderVersion) }] : []
}
