import { addDays, type Day, type Instant } from '../day.ts'

export type CalendarEvent = {
  /** Stays the same however often the day moves: a calendar then changes its entry. */
  uid: string
  /** Grows with each change, so that calendars take the newer one. */
  sequence: number
  /** 'TENTATIVE': nobody knows whether the box comes on this day. */
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  day: Day
  title: string
  /** One item a line. */
  notes: string[]
  place: string
  url: string
  now: Instant
}

/** An all-day event as iCalendar (RFC 5545). */
export const calendarFile = (event: CalendarEvent): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Droveway//Deliveries//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${stamp(event.now)}`,
    `STATUS:${event.status}`,
    `DTSTART;VALUE=DATE:${compact(event.day)}`,
    `DTEND;VALUE=DATE:${compact(addDays(event.day, 1))}`,
    'TRANSP:TRANSPARENT', // the day stays free for other things
    `SUMMARY:${escaped(event.title)}`,
    `DESCRIPTION:${escaped(event.notes.join('\n'))}`,
    `LOCATION:${escaped(event.place)}`,
    `URL:${event.url}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')

const compact = (day: Day) => day.replaceAll('-', '')

/** '20261124T221500Z' */
const stamp = (at: Instant) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** A line has 75 bytes at most and goes on after a space; no character is cut in two. */
const MAX_BYTES = 75

function folded(line: string): string {
  const parts: string[] = ['']
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > MAX_BYTES) {
      parts.push('')
      bytes = 1 // the space
    }
    parts[parts.length - 1] += character
    bytes += size
  }
  return parts.join('\r\n ')
}
