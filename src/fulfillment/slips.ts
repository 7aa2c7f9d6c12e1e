import { setImmediate } from 'node:timers/promises'
import type { WaveLine } from '#db/schema/index.ts'
import { code128Bars } from './code128.ts'
import type { SlipSheet } from './slip-layout.ts'
import type { Slip } from './slip-sheets.ts'

export type BarredSlip = Slip & { bars: number[] }

export type PrintedPart = { part: number; parts: number; lines: WaveLine[]; slip: BarredSlip }

/** Draws the barcodes, between requests. */
export async function drawSheets(sheets: SlipSheet<Slip>[]): Promise<PrintedPart[][]> {
  const drawn: PrintedPart[][] = []
  for (const sheet of sheets) {
    const parts = await Promise.all(
      sheet.map(async (part) => ({
        ...part,
        slip: { ...part.slip, bars: await code128Bars(part.slip.code) },
      })),
    )
    drawn.push(parts)
    await setImmediate()
  }
  return drawn
}
