import type { Db } from '#db/client.ts'
import { formatDay } from '../day.ts'
import type { CalendarDay } from './calendar.ts'
import { type CalendarQuery, calendarDayFor } from './calendar-facts.ts'

type ClosedDay = Extract<CalendarDay, { ok: false }>

/** Why a box can't arrive on a day. Past its standard cutoff, the calendar may still offer the day as expedited. */
export function closedSentence(db: Db, query: CalendarQuery, { date, sentence }: ClosedDay): string {
  const isOpenExpedited = !query.expedited && calendarDayFor(db, { ...query, date, expedited: true })?.ok
  return isOpenExpedited
    ? `Only expedited delivery can still arrive on ${formatDay(date, 'long')}.`
    : sentence
}
