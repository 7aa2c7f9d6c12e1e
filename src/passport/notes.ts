import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { cutNotes } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { receivedLine } from './cuts.ts'

export type CutNotes = { notes: string; survey: string }

const NO_NOTES: CutNotes = { notes: '', survey: '' }

export const notesOf = (db: Db, userId: number, varietyId: number): CutNotes =>
  db
    .select({ notes: cutNotes.notes, survey: cutNotes.survey })
    .from(cutNotes)
    .where(isNoteOf(userId, varietyId))
    .get() ?? NO_NOTES

const isNoteOf = (userId: number, varietyId: number) =>
  and(eq(cutNotes.userId, userId), eq(cutNotes.varietyId, varietyId))

export type NotesSaved = { ok: true; saved: CutNotes } | { ok: false; code: 'not_received' }

/** A field that wasn't sent stays as it is. Nothing written leaves nothing behind. */
export function saveNotes(
  tx: Tx,
  userId: number,
  varietyId: number,
  typed: Partial<CutNotes>,
  now: Instant,
): NotesSaved {
  const before = notesOf(tx, userId, varietyId)
  const saved = { ...before, ...typed }
  if (saved.notes === '' && saved.survey === '') {
    tx.delete(cutNotes).where(isNoteOf(userId, varietyId)).run()
    return { ok: true, saved }
  }
  if (receivedLine(tx, userId, varietyId) === null) return { ok: false, code: 'not_received' }
  tx.insert(cutNotes)
    .values({ userId, varietyId, ...saved, changedAt: now })
    .onConflictDoUpdate({ target: [cutNotes.userId, cutNotes.varietyId], set: { ...saved, changedAt: now } })
    .run()
  return { ok: true, saved }
}
