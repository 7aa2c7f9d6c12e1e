import { type Db, oncePerDatabase } from '#db/client.ts'
import { searchVersions } from '#db/schema/index.ts'

/** Keeps what was made of the catalogue until the catalogue changes, in whichever process. */
export function oncePerCatalog<T>(make: (db: Db) => T): (db: Db) => T {
  const kept = oncePerDatabase(() => new Map<'now', { version: number; made: T }>())
  return (db) => {
    const version = catalogVersion(db)
    const known = kept(db).get('now')
    if (known?.version === version) return known.made
    const made = make(db)
    kept(db).set('now', { version, made })
    return made
  }
}

/** Remembers the answers to the last `limit` questions. */
export function remembering<Answer>(limit: number, find: (question: string) => Answer): typeof find {
  const kept = new Map<string, Answer>()
  return (question) => {
    const answer = kept.get(question) ?? find(question)
    kept.delete(question)
    kept.set(question, answer)
    if (kept.size > limit) kept.delete(kept.keys().next().value ?? '')
    return answer
  }
}

const catalogVersion = (db: Db) => statements(db).version.get()?.version ?? 0

const statements = oncePerDatabase((db) => ({
  version: db.select({ version: searchVersions.version }).from(searchVersions).prepare(),
}))
