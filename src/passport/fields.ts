import { z } from 'zod'
import type { Body } from '../web/env.ts'
import { digits, lines, readFields } from '../web/fields.ts'
import { MAX_NOTES, MAX_SURVEY } from './note-rules.ts'
import type { CutNotes } from './notes.ts'

/** '0' to '5', in one spelling only. */
export const readScore = (typed: unknown): number | null => {
  const score = typeof typed === 'number' ? String(typed) : typed
  return typeof score === 'string' && /^[0-5]$/.test(score) ? Number(score) : null
}

const NotesFields = z.object({
  notes: lines(MAX_NOTES),
  survey: z.preprocess((value) => (typeof value === 'boolean' ? String(value) : value), digits(MAX_SURVEY)),
})

/** Only what was sent: see `saveNotes`. */
export function readNotes(
  body: Body,
): { ok: true; value: Partial<CutNotes> } | { ok: false; message: string } {
  const read = readFields(NotesFields, body, { notes: 'your notes', survey: 'your answer' })
  if (!read.ok) return read
  const { notes, survey } = read.value
  return {
    ok: true,
    value: { ...(body.notes !== undefined && { notes }), ...(body.survey !== undefined && { survey }) },
  }
}
