import { type CallResult, isRecord } from '../shared/api.ts'

export type Selection = { isAll: boolean; tokens: string[]; count: number; withoutWaves?: boolean }

export type Conflict = { identifier: string; name: string; waveId: number }

export type Answer =
  | { kind: 'error'; message: string }
  | { kind: 'warning'; message: string; tokens: string[]; conflicts: Conflict[]; rest: number }
  | { kind: 'job'; jobId: string; count: number; widget: string }

/** What the widget reports of its job. */
export type JobDetail = {
  job_status: string
  error_message: string | null
  message: string | null
  warnings: string[]
  download_url: string | null
  packing_wave_id: number | null
}

export const UNREADABLE = 'An error occurred while exporting orders'
export const NOTHING_SELECTED = 'Please select at least one order to export.'
export const FAILED = 'Export failed'

export function readAnswer({ isReadable, body }: CallResult): Answer {
  if (!isReadable) return { kind: 'error', message: UNREADABLE }
  if (typeof body.error === 'string') return { kind: 'error', message: body.error }
  if (typeof body.warning === 'string')
    return {
      kind: 'warning',
      message: body.warning,
      tokens: strings(body.orders_with_wave),
      conflicts: conflictsIn(body.conflicts),
      rest: Number(body.rest) || 0,
    }
  if (typeof body.job_id !== 'string') return { kind: 'error', message: UNREADABLE }
  return {
    kind: 'job',
    jobId: body.job_id,
    count: Number(body.count) || 0,
    widget: String(body.widget ?? ''),
  }
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

const conflictsIn = (value: unknown): Conflict[] =>
  (Array.isArray(value) ? value : []).filter(isRecord).map(({ identifier, name, packing_wave_id }) => ({
    identifier: String(identifier ?? ''),
    name: String(name ?? ''),
    waveId: Number(packing_wave_id),
  }))

/** The orders that are left once those in a wave are taken out. */
export const withoutConflicts = (
  selection: Selection,
  { tokens, rest }: { tokens: string[]; rest: number },
) => ({
  ...selection,
  tokens: selection.tokens.filter((token) => !tokens.includes(token)),
  count: rest,
  withoutWaves: true,
})

export function exportAddress(exportUrl: string, filters: string, selection: Selection): string {
  if (!selection.isAll) {
    const query = new URLSearchParams(selection.tokens.map((token) => ['order_tokens[]', token]))
    return `${exportUrl}?${query}`
  }
  const query = new URLSearchParams(filters)
  query.set('select_all', 'true')
  if (selection.withoutWaves) query.set('in_wave', 'no')
  return `${exportUrl}?${query}`
}

/** The center is the part of the address after 'fulfillment'. */
export function waveAddress(path: string, waveId: number): string {
  const parts = path.split('/')
  const center = parts[parts.indexOf('fulfillment') + 1] ?? ''
  return `/fulfillment/${center}/packing_waves/${waveId}`
}
