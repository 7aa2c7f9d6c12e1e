import type { Db } from '#db/client.ts'
import type { WaveBox, WaveLine } from '#db/schema/index.ts'
import { slipCode } from './slip-code.ts'
import { layOutSlips, type SlipSheet } from './slip-layout.ts'
import type { WaveBoxRow } from './wave-boxes.ts'
import { type WaveBoxPage, type WaveStates, waveBoxPage } from './wave-states.ts'
import { unweighedIn } from './weighed-lines.ts'

/** What is printed for a box. */
export type Slip = { row: WaveBoxRow; box: WaveBox; lines: WaveLine[]; code: string }

/** Boxes that can be packed, and those that were, whose slip may be printed again. */
const PRINTED: readonly WaveBoxRow['state'][] = ['to_pack', 'packed', 'shipped']

export function sheetsOf(db: Db, rows: WaveBoxRow[]): SlipSheet<Slip>[] {
  const printed = rows.filter(({ state }) => PRINTED.includes(state))
  const unweighed = unweighedIn(
    db,
    printed.map(({ orderId }) => orderId),
  )
  return layOutSlips(printed.flatMap((row) => slipOf(row, unweighed.get(row.orderId) ?? [])))
}

/** What one print takes, at about two slips a sheet. */
const BOXES_PER_PRINT = 100

export const boxesToPrint = (db: Db, states: WaveStates, page: number): WaveBoxPage =>
  waveBoxPage(db, states, 'to_pack', page, BOXES_PER_PRINT)

/** A long wave prints in so many parts. */
export const printParts = ({ counts }: WaveStates) => Math.ceil(counts.to_pack / BOXES_PER_PRINT)

function slipOf(row: WaveBoxRow, unweighed: string[]): Slip[] {
  const { box, identifier, slipVersion, orderVersion } = row
  const lines = row.lines.map((line) =>
    unweighed.includes(line.bid_item_token) && line.line_cents > 0 ? { ...line, at_most: true } : line,
  )
  return box ? [{ row, box, lines, code: slipCode(identifier, slipVersion ?? orderVersion) }] : []
}
