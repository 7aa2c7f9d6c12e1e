import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { users } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { addAccount } from './accounts.ts'
import { type Buyer, pick } from './boxes.ts'

export type Regular = Buyer & { userId: number }

const PEOPLE = [
  { email: 'shopper@example.com', name: 'Ana Whitcomb' },
  { email: 'other@example.com', name: 'Ben Castellano' },
  ...[
    'Alma Prewitt',
    'Bastien Rowe',
    'Clara Ndiaye',
    'Dov Feldstein',
    'Edith Marlowe',
    'Farid Aziz',
    'Greta Lindholm',
    'Hollis Beckett',
    'Ines Carvalho',
    'Jonah Treadway',
    'Keiko Tanabe',
    'Lucian Marsh',
    'Maeve Donnelly',
    'Nico Paganelli',
    'Odile Fontaine',
    'Percy Thackeray',
    'Quinn Ashworth',
    'Rosa Villalobos',
    'Silas Dunmore',
    'Tova Bergman',
    'Ulrich Hagen',
    'Vera Sokolova',
    'Wendell Pike',
    'Ximena Duarte',
    'Yusuf Karim',
    'Zelda Pruitt',
    'Arlo Whitfield',
    'Bea Kincaid',
  ].map((name) => ({ email: `${name.toLowerCase().replace(' ', '.')}@example.com`, name })),
]

/** In the area of the other centers: the first one has exactly 120 placed orders, by the demo's contract. */
const CITIES = [
  { city: 'Brooklyn', state: 'NY', zip: '11215' },
  { city: 'Chicago', state: 'IL', zip: '60640' },
  { city: 'Pittsburgh', state: 'PA', zip: '15206' },
  { city: 'Saint Louis', state: 'MO', zip: '63110' },
  { city: 'Burlington', state: 'VT', zip: '05401' },
  { city: 'Austin', state: 'TX', zip: '78704' },
  { city: 'Richmond', state: 'VA', zip: '23220' },
  { city: 'Minneapolis', state: 'MN', zip: '55406' },
  { city: 'Cleveland', state: 'OH', zip: '44113' },
  { city: 'Nashville', state: 'TN', zip: '37206' },
  { city: 'Portland', state: 'ME', zip: '04101' },
]

const STREETS = [
  'Larkspur Ave',
  'Foundry St',
  'Orchard Ln',
  'Hawthorne St',
  'Millrace Rd',
  'Tanager Ct',
  'Elm St',
]

const ACCOUNT_AGE_MS = 120 * DAY_MS

export const addRegulars = (tx: Tx, now: Instant): Regular[] =>
  PEOPLE.map(({ email, name }, index) => {
    const [firstName = '', lastName = ''] = name.split(' ')
    const existing = tx.select({ id: users.id }).from(users).where(eq(users.email, email)).get()
    return {
      userId: existing?.id ?? addAccount(tx, { email, firstName, lastName }, now - ACCOUNT_AGE_MS),
      email,
      firstName,
      lastName,
      address: { street: `${112 + index * 37} ${pick(STREETS, index)}`, ...pick(CITIES, index) },
    }
  })
