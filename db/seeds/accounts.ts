import type { Instant } from '#src/day.ts'
import { chance } from '#src/tokens.ts'
import type { Db } from '../client.ts'
import { roles, users } from '../schema/index.ts'

export const DEMO_PASSWORD = 'demo-pasture-2026'

type Role = { role: 'fulfillment' | 'vendor' | 'staff'; subjectId: number | null }
type Account = { email: string; firstName: string; lastName: string; role?: Role }

/** One of each kind of person, by the names that the demo's users know. */
export const DEMO_ACCOUNTS: Account[] = [
  { email: 'shopper@example.com', firstName: 'Ana', lastName: 'Whitcomb' },
  { email: 'other@example.com', firstName: 'Ben', lastName: 'Castellano' },
  { email: 'member@example.com', firstName: 'June', lastName: 'Okafor' },
  {
    email: 'fulfillment@example.com',
    firstName: 'Dale',
    lastName: 'Reyes',
    role: { role: 'fulfillment', subjectId: 1 },
  },
  {
    email: 'fulfillment2@example.com',
    firstName: 'Priya',
    lastName: 'Nair',
    role: { role: 'fulfillment', subjectId: 2 },
  },
  {
    email: 'vendor@example.com',
    firstName: 'Walt',
    lastName: 'Hennessey',
    role: { role: 'vendor', subjectId: 1 },
  },
  {
    email: 'vendor2@example.com',
    firstName: 'Marisol',
    lastName: 'Vega',
    role: { role: 'vendor', subjectId: 2 },
  },
  {
    email: 'staff@example.com',
    firstName: 'Ruth',
    lastName: 'Abernathy',
    role: { role: 'staff', subjectId: null },
  },
]

/** Without a password yet: nothing can sign in before the sign-in is there. */
export function seedAccounts(db: Db, now: Instant) {
  for (const { role, ...person } of DEMO_ACCOUNTS) {
    const userId = addAccount(db, person, now)
    if (role)
      db.insert(roles)
        .values({ ...role, userId })
        .run()
  }
}

/** @returns the id of the account */
export const addAccount = (db: Db, person: Omit<Account, 'role'>, createdAt: Instant): number =>
  db
    .insert(users)
    .values({ ...person, token: chance.token(), createdAt })
    .returning({ id: users.id })
    .get().id
