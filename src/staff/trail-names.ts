import { inArray, or } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type AuditEntry, type User, users } from '#db/schema/index.ts'
import { personName } from '../accounts/person-name.ts'
import { customerSubject } from './customers.ts'

/** Entries of the trail, with the names that the accounts have now. An erased account has none. */
export function withCustomerNames(db: Db, entries: AuditEntry[]): AuditEntry[] {
  const tokens = entries.filter(isOfCustomer).map(({ subjectToken }) => subjectToken)
  if (tokens.length === 0) return entries
  const people = db.select().from(users).where(inArray(users.token, tokens)).all()
  const names = new Map(people.map((person) => [person.token, personName(person)]))
  const emails = emailsOfMerged(db, people)
  return entries.map((entry) =>
    isOfCustomer(entry)
      ? {
          ...entry,
          subjectLabel: names.get(entry.subjectToken) || entry.subjectLabel,
          detail: withEmails(entry.detail, emails),
        }
      : entry,
  )
}

const isOfCustomer = ({ subjectKind }: AuditEntry) => subjectKind === 'customer'

/** Two accounts of one person often share a name, so the trail calls them by their labels. */
function emailsOfMerged(db: Db, people: User[]): Map<string, string> {
  const ids = people.map(({ id }) => id)
  const intoIds = people.flatMap(({ mergedIntoId }) => mergedIntoId ?? [])
  const others = db
    .select({ token: users.token, email: users.email })
    .from(users)
    .where(or(inArray(users.mergedIntoId, ids), inArray(users.id, intoIds)))
    .all()
  return new Map(others.map((other) => [customerSubject(other).label, other.email]))
}

const withEmails = (detail: AuditEntry['detail'], emails: Map<string, string>) =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name,
      (typeof value === 'string' && emails.get(value)) || value,
    ]),
  )
