import type { WaveBox, WaveLine } from '#db/schema/index.ts'

/**
 * Which slips share a sheet. Letter paper takes two; a box with many lines or a long message takes a whole sheet, or
 * several. Heights are estimates in CSS pixels, on the large side, so that nothing is cut off on paper.
 */

const HALF = 455
const WHOLE = 960

const HEAD = 96
const TABLE_HEAD = 24
const ROW_PADDING = 13
const ROW_LINE = 19
const NOTE_LINE = 22
const NOTE_MARGIN = 26
const FOOT_TEXT = 70
const SUM_LINE = 18
/** What the foot says of prices that a scale decides. */
const AT_MOST_TEXT = 36

/** How much fits in a line of its column, beside shelves. Wide letters and emoji count twice. */
const COLUMNS = { what: 28, farm: 20, place: 34, note: 70 }

/** A slip, or one sheet of a long one. */
export type SlipPart<Slip> = {
  slip: Slip
  lines: WaveLine[]
  /** The first part has the address, the last one the message and the sums. */
  part: number
  parts: number
}

export type SlipSheet<Slip> = SlipPart<Slip>[]

const LOT_WORDS = '2 of lot , harvested Nov 30'

type Printable = { box: WaveBox; lines: WaveLine[] }

/** A half slip waits for the next half, and a whole one between them does not separate them. */
export function layOutSlips<Slip extends Printable>(slips: Slip[]): SlipSheet<Slip>[] {
  const sheets: SlipSheet<Slip>[] = []
  let halfFull: SlipSheet<Slip> | null = null
  for (const slip of slips) {
    const parts = partsOf(slip)
    const isHalf = parts.length === 1 && heightOf(slip.box, slip.lines) <= HALF
    if (isHalf && halfFull) {
      halfFull.push(...parts)
      halfFull = null
      continue
    }
    for (const part of parts) sheets.push([part])
    if (isHalf) halfFull = sheets.at(-1) ?? null
  }
  return sheets
}

function partsOf<Slip extends Printable>(slip: Slip): SlipPart<Slip>[] {
  const chunks = chunksOf(slip)
  return chunks.map((lines, index) => ({ slip, lines, part: index + 1, parts: chunks.length }))
}

function chunksOf({ box, lines }: Printable): WaveLine[][] {
  const chunks: WaveLine[][] = [[]]
  let height = headHeight(box)
  for (const line of lines) {
    const next = rowHeight(line)
    if (height + next > WHOLE) {
      chunks.push([])
      height = HEAD + TABLE_HEAD
    }
    chunks.at(-1)?.push(line)
    height += next
  }
  if (height + tailHeight(box, lines) > WHOLE) chunks.push([])
  return chunks
}

const heightOf = (box: WaveBox, lines: WaveLine[]) =>
  headHeight(box) + lines.reduce((sum, line) => sum + rowHeight(line), 0) + tailHeight(box, lines)

const headHeight = (box: WaveBox) => HEAD + placeHeight(box) + TABLE_HEAD

function placeHeight(box: WaveBox): number {
  const texts = [
    box.gift_recipient_name,
    box.delivery_name,
    box.delivery_street_address_1,
    box.delivery_street_address_2,
    `${box.delivery_city}, ${box.delivery_state} ${box.delivery_postal_code}`,
  ]
  return 36 + texts.reduce((sum, text) => sum + lineCount(text, COLUMNS.place), 0) * 17
}

function rowHeight({ name, label, farm, lots = [], at_most }: WaveLine): number {
  const lotLines = lots.reduce((sum, { lot }) => sum + lineCount(`${lot}${LOT_WORDS}`, COLUMNS.farm), 0)
  const farmLines = lineCount(farm, COLUMNS.farm) + lotLines
  const lines = Math.max(lineCount(`${name}, ${label}`, COLUMNS.what), farmLines, at_most ? 2 : 1)
  return ROW_PADDING + lines * ROW_LINE
}

function tailHeight(box: WaveBox, lines: WaveLine[]): number {
  const text = FOOT_TEXT + (saysAtMost(box, lines) ? AT_MOST_TEXT : 0)
  return noteHeight(box) + Math.max(text, sumCount(box) * SUM_LINE)
}

/** A gift's slip has no prices. */
export const saysAtMost = (box: Pick<WaveBox, 'gift_order'>, lines: WaveLine[]) =>
  !box.gift_order && lines.some((line) => line.at_most)

function noteHeight(box: WaveBox): number {
  if (box.gift_message === '') return 0
  const lines = noteLines(box.gift_message).reduce((sum, line) => sum + lineCount(line, COLUMNS.note), 0)
  return NOTE_MARGIN + lines * NOTE_LINE
}

const MAX_NOTE_LINES = 12

/** As it was typed, unless it is mostly line breaks. */
export function noteLines(message: string): string[] {
  const lines = message.split('\n').filter((line) => line.trim() !== '')
  return lines.length <= MAX_NOTE_LINES ? lines : [lines.join(' ')]
}

/** Items, delivery and total, and what else there is. */
function sumCount(box: WaveBox): number {
  if (box.gift_order) return 1
  const others = [box.promotions_cents, box.rewards_cents, box.tax_cents, box.gift_cents]
  return 3 + others.filter((cents) => cents > 0).length
}

function lineCount(text: string, perLine: number): number {
  const width = [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x10ff ? 2 : 1), 0)
  return Math.ceil(width / perLine)
}
