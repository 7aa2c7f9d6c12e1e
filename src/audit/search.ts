import { and, count, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type AuditEntry, auditEntries } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

/** Null: any. */
export type TrailFilters = {
  words: string
  actor: number | 'command' | null
  verb: string | null
  subjectKind: string | null
  subjectToken: string | null
  from: Instant | null
  /** Up to, but not at. */
  until: Instant | null
}

export const ENTRIES_PER_PAGE = 50

export type TrailPage = ReturnType<typeof searchTrail>

/** The newest first. @param before the last id of the page before; null for the first page */
export function searchTrail(db: Db, filters: TrailFilters, before: number | null) {
  const where = matching(filters)
  const rows = db
    .select()
    .from(auditEntries)
    .where(and(where, before === null ? undefined : lt(auditEntries.id, before)))
    .orderBy(desc(auditEntries.id))
    .limit(ENTRIES_PER_PAGE + 1)
    .all()
  const entries: AuditEntry[] = rows.slice(0, ENTRIES_PER_PAGE)
  const total = db.select({ n: count() }).from(auditEntries).where(where).get()?.n ?? 0
  return { entries, total, next: rows.length > ENTRIES_PER_PAGE ? (entries.at(-1)?.id ?? null) : null }
}

function matching(filters: TrailFilters): SQL | undefined {
  const { words, actor, verb, subjectKind, subjectToken, from, until } = filters
  const phrase = phraseOf(words)
  return and(
    phrase === null
      ? undefined
      : sql`${auditEntries.id} in (select rowid from audit_words where audit_words match ${phrase}${orOfEmail(words)})`,
    actor === null
      ? undefined
      : actor === 'command'
        ? isNull(auditEntries.actorId)
        : eq(auditEntries.actorId, actor),
    verb === null ? undefined : eq(auditEntries.verb, verb),
    subjectKind === null ? undefined : eq(auditEntries.subjectKind, subjectKind),
    subjectToken === null ? undefined : eq(auditEntries.subjectToken, subjectToken),
    from === null ? undefined : sql`${auditEntries.at} >= ${from}`,
    until === null ? undefined : sql`${auditEntries.at} < ${until}`,
  )
}

/** The trail has no customer's email, because it couldn't be erased there. */
function orOfEmail(words: string): SQL {
  const email = words.trim().toLowerCase()
  if (!email.includes('@')) return sql``
  return sql` union all select entry.id from (
      select 'customer' as kind, token from users where email = ${email}
      union all select 'person', token from users where email = ${email}
      union all select 'order', token from orders where lower(email) = ${email}
    ) named cross join audit_entries entry on entry.subject_kind = named.kind and entry.subject_token = named.token`
}

/** Every word must match; the last may be a prefix. Null when there is nothing to search for. */
function phraseOf(words: string): string | null {
  const typed = words.match(/[\p{L}\p{N}]+/gu) ?? []
  return typed.length === 0 ? null : `${typed.map((word) => `"${word}"`).join(' ')} *`
}

/** Jumps from one value to the next by the index, so that the length of the trail doesn't matter. */
export const verbsInTrail = (db: Db): string[] =>
  db
    .all<{ verb: string }>(sql`
      with recursive found(verb) as (
        select min(verb) from audit_entries
        union all
        select (select min(verb) from audit_entries where verb > found.verb) from found where found.verb is not null
      ) select verb from found where verb is not null`)
    .map(({ verb }) => verb)

export type TrailActor = { id: number; name: string }

/** By the name each had last. */
export const actorsInTrail = (db: Db): TrailActor[] =>
  db.all<TrailActor>(sql`
    with recursive found(id) as (
      select min(actor_id) from audit_entries
      union all
      select (select min(actor_id) from audit_entries where actor_id > found.id) from found where found.id is not null
    )
    select id, (select actor_name from audit_entries where actor_id = found.id order by audit_entries.id desc limit 1) as name
    from found where id is not null order by name`)
