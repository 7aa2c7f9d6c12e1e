import type { Day } from '../day.ts'
import { parseDay } from '../day.ts'
import { unknownOption } from '../web/unknown-option.ts'
import { readSlipCode } from './slip-code.ts'

export const BOXES_PER_PAGE = 50

/** Where a box stands in its center. `held`: by the staff. `late`: its ship day is over. */
export const BOX_STATES = ['held', 'weather', 'late', 'check_address', 'ready', 'in_wave', 'shipped'] as const
export type BoxState = (typeof BOX_STATES)[number]

/** The tabs of the list. `needs_a_hand`: what can't be packed before a person acts. */
export const BOARD_STATES = ['needs_a_hand', 'weather', 'ready', 'in_wave', 'shipped'] as const
export type BoardState = (typeof BOARD_STATES)[number]

export const STATES_BY_TAB: Record<BoardState, readonly BoxState[]> = {
  needs_a_hand: ['held', 'late', 'check_address'],
  weather: ['weather'],
  ready: ['ready'],
  in_wave: ['in_wave'],
  shipped: ['shipped'],
}

const SORTS = ['ship_on', 'placed_at', 'name', 'zip'] as const
export type BoardSort = (typeof SORTS)[number]
const YES_OR_NO = ['yes', 'no'] as const

/** Null: any. */
export type BoardFilters = {
  shipOn: Day | null
  state: BoardState | null
  inWave: boolean | null
  /** By the staff or by the weather. */
  held: boolean | null
  /** In lower case, without spaces around it. */
  searched: string
  sort: BoardSort
}

export const NO_FILTERS: BoardFilters = {
  shipOn: null,
  state: null,
  inWave: null,
  held: null,
  searched: '',
  sort: 'ship_on',
}

type Query = Record<string, string | undefined>
type FiltersRead = { ok: true; filters: BoardFilters } | { ok: false; message: string }

const MAX_SEARCH_LENGTH = 100

/** As they stand in the address; empty ones count as absent. */
export function readBoardFilters(query: Query): FiltersRead {
  const { ship_on: shipOn = '', state = '', in_wave: inWave = '', held = '', q = '', sort = '' } = query
  const day = shipOn === '' ? null : parseDay(shipOn)
  if (shipOn !== '' && day === null)
    return { ok: false, message: `"${shipOn.slice(0, 40)}" is no date. Please use one like 2026-11-30.` }
  if (!isOneOf(BOARD_STATES, state)) return refuse('state', state, BOARD_STATES)
  if (!isOneOf(YES_OR_NO, inWave)) return refuse('in_wave', inWave, YES_OR_NO)
  if (!isOneOf(YES_OR_NO, held)) return refuse('held', held, YES_OR_NO)
  if (!isOneOf(SORTS, sort)) return refuse('sort', sort, SORTS)
  return {
    ok: true,
    filters: {
      shipOn: day,
      state: state || null,
      inWave: inWave === '' ? null : inWave === 'yes',
      held: held === '' ? null : held === 'yes',
      searched: searchedText(q),
      sort: sort || 'ship_on',
    },
  }
}

/** A slip's barcode finds its order. */
function searchedText(typed: string): string {
  const searched = readSlipCode(typed)?.identifier ?? typed.trim().slice(0, MAX_SEARCH_LENGTH)
  return searched.toLowerCase()
}

const isOneOf = <T extends string>(known: readonly T[], typed: string): typed is T | '' =>
  typed === '' || (known as readonly string[]).includes(typed)

const refuse = (option: string, value: string, known: readonly string[]) => ({
  ok: false as const,
  message: unknownOption(option, value, known),
})

/** The filters as they stand in an address. */
export const boardQuery = (filters: BoardFilters): Query => ({
  ship_on: filters.shipOn ?? undefined,
  state: filters.state ?? undefined,
  in_wave: yesOrNo(filters.inWave),
  held: yesOrNo(filters.held),
  q: filters.searched || undefined,
  sort: filters.sort === 'ship_on' ? undefined : filters.sort,
})

const yesOrNo = (value: boolean | null) => (value === null ? undefined : value ? 'yes' : 'no')
