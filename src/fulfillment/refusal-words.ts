import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { lotProblemWords } from '../stock/lot-rules.ts'
import type { BoxDifference } from './box-difference.ts'
import type { BoxesStopped } from './move-boxes.ts'
import type { BoxRefusal } from './pack-boxes.ts'
import type { WaveBoxRow } from './wave-boxes.ts'

export const boxCount = (count: number) => (count === 1 ? '1 box' : `${count} boxes`)

export const BOX_STATUSES: Record<BoxRefusal['code'], ContentfulStatusCode> = {
  nothing_selected: 422,
  unknown_order: 404,
  not_in_wave: 422,
  removed: 409,
  changed: 409,
  shipped: 409,
  not_weighed: 409,
  half_packed: 409,
  not_on_books: 409,
  lot: 409,
}

export function boxRefusalWords({ done = 0, ...refusal }: BoxesStopped): string {
  if (refusal.code === 'nothing_selected') return whyStopped(refusal)
  return `${whyStopped(refusal)} ${done === 0 ? 'Nothing was changed.' : `Done before that: ${boxCount(done)}.`}`
}

function whyStopped(refusal: BoxRefusal): string {
  switch (refusal.code) {
    case 'nothing_selected':
      return 'Please select at least one box.'
    case 'unknown_order':
      return `There is no order "${refusal.token.slice(0, 40)}" in this center.`
    case 'not_in_wave':
      return `The order "${refusal.token.slice(0, 40)}" is not in this wave.`
    case 'removed':
      return `No longer in this wave: ${named(refusal.boxes, ({ identifier }) => identifier)}.`
    case 'shipped':
      return `Already shipped: ${named(refusal.boxes, ({ identifier }) => identifier)}.`
    case 'not_weighed':
      return `To be weighed first: ${named(refusal.boxes, ({ identifier }) => identifier)}.`
    case 'half_packed':
      return `Only some packs are scanned into ${named(refusal.boxes, ({ identifier }) => identifier)}. Finish ${refusal.boxes.length === 1 ? 'it' : 'them'} on the packing page first.`
    case 'not_on_books':
      return `The books have too few packs that these boxes may have: ${named(refusal.boxes, ({ identifier }) => identifier)}. Count the shelf first.`
    case 'changed':
      return `${named(refusal.boxes, changeWords)} since this wave was made.`
    case 'lot':
      return `${named(refusal.boxes, ({ identifier }) => identifier)} can't leave: lot ${refusal.lot} ${lotProblemWords(refusal.problem)}. Take the box out of the wave and pack another lot.`
  }
}

export const unlabeledWords = (identifiers: string[]) =>
  `Without a label: ${firstOf(identifiers)}. Nothing was changed. A box that has shipped can’t get a label, and nobody can follow it.`

const MAX_NAMED = 3

const named = (boxes: WaveBoxRow[], words: (box: WaveBoxRow) => string): string => firstOf(boxes.map(words))

function firstOf(words: string[]): string {
  const first = words.slice(0, MAX_NAMED).join(', ')
  return words.length > MAX_NAMED ? `${first} and ${words.length - MAX_NAMED} more` : first
}

const changeWords = ({ identifier, difference }: WaveBoxRow) =>
  `${identifier} ${VERBS[difference?.why ?? 'edited']}`

const VERBS: Record<BoxDifference['why'], string> = {
  canceled: 'was canceled',
  refunded: 'was refunded',
  held: 'was held for review',
  edited: 'was edited',
  gone: 'left',
}
