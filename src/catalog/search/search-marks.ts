import { quickly } from '#db/client.ts'
import { searchMarks } from '#db/schema/index.ts'
import { placeOf } from '../../delivery/postal-zones.ts'
import { regionOf } from '../../postal/regions.ts'
import { oncePerProcess, type Services } from '../../services.ts'
import { deriveKey, hmac } from '../../tokens.ts'
import { weekOf } from './search-weeks.ts'

const MAX_PHRASE_LENGTH = 40
const VISITOR_LENGTH = 16
/** Beyond these, a flood of searches is not counted. */
const MAX_HELD = 10_000
/** An address, a phone number or a name of an account: no wish for meat. */
const PRIVATE = /[@/:]|\d{4}/

/** What is kept of a search; null for nothing worth keeping. */
export function phraseOf(query: string): string | null {
  const phrase = query.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
  const isKept = phrase.length >= 2 && phrase.length <= MAX_PHRASE_LENGTH && !PRIVATE.test(phrase)
  return isKept ? phrase : null
}

type Search = { query: string; found: boolean; sessionHash: string; postalCode: string | null }

type Mark = typeof searchMarks.$inferInsert

const heldBy = oncePerProcess((): Map<string, Mark> => new Map())

/**
 * Notes who searched for what, for farms to see what is wanted. A person counts once a week for each phrase; the mark
 * can't be led back to their browser, and differs from week to week. It is only held here, because reading a page
 * writes nothing (GND-8).
 */
export function noteSearch(services: Services, { query, found, sessionHash, postalCode }: Search) {
  const { db, config, clock } = services
  const [phrase, held] = [phraseOf(query), heldBy(services)]
  if (phrase === null || held.size >= MAX_HELD) return
  const weekAt = weekOf(clock.now())
  const key = deriveKey(config.sessionSecret, `searches of the week ${weekAt}`)
  const visitor = hmac(key, sessionHash).toString('base64url').slice(0, VISITOR_LENGTH)
  const state = postalCode === null ? null : (placeOf(db, postalCode)?.state ?? null)
  const mark = { weekAt, phrase, region: regionOf(state), visitor, found }
  held.set(JSON.stringify([weekAt, phrase, mark.region, visitor]), mark)
}

/** What this process has noted since the last time. */
export async function keepSearches(services: Services) {
  const held = heldBy(services)
  const marks = [...held.values()]
  held.clear()
  if (marks.length === 0) return
  await quickly(services.db, (tx) => {
    for (const mark of marks)
      tx.insert(searchMarks)
        .values(mark)
        .onConflictDoUpdate({
          target: [searchMarks.weekAt, searchMarks.phrase, searchMarks.region, searchMarks.visitor],
          set: { found: mark.found },
        })
        .run()
  })
}
