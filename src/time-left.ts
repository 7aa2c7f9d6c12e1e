import { counted } from './counted.ts'

const SECOND_MS = 1_000
const SECONDS_PER_DAY = 86_400
const SECONDS_PER_HOUR = 3_600

/** '2 days 4 h', '4 h 12 min 09 s' or '9 s', rounded up. */
export function timeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / SECOND_MS))
  const days = Math.floor(seconds / SECONDS_PER_DAY)
  const hours = Math.floor((seconds % SECONDS_PER_DAY) / SECONDS_PER_HOUR)
  if (days > 0) return `${counted(days, 'day', 'days')}${hours > 0 ? ` ${hours} h` : ''}`
  const minutes = Math.floor((seconds % SECONDS_PER_HOUR) / 60)
  const units = [hours > 0 && `${hours} h`, (hours > 0 || minutes > 0) && `${minutes} min`]
  const rest = seconds % 60
  return [...units, seconds < 60 ? `${rest} s` : `${String(rest).padStart(2, '0')} s`]
    .filter(Boolean)
    .join(' ')
}

/** '3 days 4 h', '22 h' or '12 min': for sentences that nothing keeps current. */
export function roughTimeLeft(leftMs: number): string {
  const minutes = Math.max(1, Math.floor(leftMs / (60 * SECOND_MS)))
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return timeLeft(hours * SECONDS_PER_HOUR * SECOND_MS)
  return hours > 0 ? `${hours} h` : `${minutes} min`
}
