import type { Tx } from '#db/client.ts'
import { roles, savedAddresses, type User, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { random } from '../tokens.ts'

export const DEMO_PASSWORD = 'demo-pasture-2026'
/** Hash of the public password above, computed in advance because Argon2 would slow every seeding. */
const DEMO_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$EZjNg3ccyjnXUr6n9Bah1A$dk0Ghj7Sg3Jvf+IO+fUzEInB8+B4dccgXXcGZ5oZ4tc'

type Role = { role: 'fulfillment' | 'vendor' | 'staff'; subjectId: number | null }
type DemoAddress = {
  street1: string
  street2?: string
  city: string
  state: string
  zip: string
  phone: string
}
type Account = { email: string; firstName: string; lastName: string; role?: Role; addresses?: DemoAddress[] }

/** One person of each kind. The demo's contract names them. */
export const DEMO_ACCOUNTS: Account[] = [
  {
    email: 'shopper@example.com',
    firstName: 'Ana',
    lastName: 'Whitcomb',
    addresses: [
      { street1: '1912 Pike Pl', city: 'Seattle', state: 'WA', zip: '98101', phone: '+12065550142' },
      {
        street1: '48 Foundry St',
        street2: 'Apt 2',
        city: 'Brooklyn',
        state: 'NY',
        zip: '11215',
        phone: '+17185550117',
      },
    ],
  },
  { email: 'other@example.com', firstName: 'Ben', lastName: 'Castellano' },
  {
    email: 'member@example.com',
    firstName: 'June',
    lastName: 'Okafor',
    addresses: [
      { street1: '730 Larkspur Ave', city: 'Seattle', state: 'WA', zip: '98104', phone: '+12065550188' },
      { street1: '26 Tanager Ct', city: 'Burlington', state: 'VT', zip: '05401', phone: '+12065550188' },
    ],
  },
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

export function seedAccounts(tx: Tx, now: Instant) {
  for (const { role, addresses, ...person } of DEMO_ACCOUNTS) {
    const userId = addAccount(tx, { ...person, passwordHash: DEMO_PASSWORD_HASH, emailVerifiedAt: now }, now)
    saveAddresses(tx, userId, person, addresses ?? [], now)
    if (role)
      tx.insert(roles)
        .values({ ...role, userId })
        .run()
  }
}

function saveAddresses(tx: Tx, userId: number, person: Person, addresses: DemoAddress[], now: Instant) {
  for (const [index, address] of addresses.entries()) {
    tx.insert(savedAddresses)
      .values({
        street2: '',
        ...address,
        name: `${person.firstName} ${person.lastName}`,
        userId,
        token: random.token(),
        isDefault: index === 0,
        usedAt: now - index,
        createdAt: now,
      })
      .run()
  }
}

type Person = Omit<Account, 'role' | 'homes'>

export const addAccount = (
  tx: Tx,
  person: Person & Partial<Pick<User, 'passwordHash' | 'emailVerifiedAt'>>,
  createdAt: Instant,
): number =>
  tx
    .insert(users)
    .values({ ...person, token: random.token(), createdAt })
    .returning({ id: users.id })
    .get().id
