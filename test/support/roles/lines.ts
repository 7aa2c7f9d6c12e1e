import type { Person, ShopWithPeople, Who } from '../people.ts'
import type { Params } from '../routes.ts'

/** The URL parameters and body with which this person requests what is the owner's. */
type Asked = { params?: Params; query?: string; fields?: Record<string, unknown> }
export type AskedBy = (town: ShopWithPeople, person: Person) => Asked

/** The response status for a script, and for a plain page or form. */
export type Answers = [script: number, page: number]

export type Line = {
  /** What about it is private to the owner: `anybody` if nothing is. */
  kind: 'anybody' | 'order' | 'order page' | 'own' | 'owner' | 'staff' | 'clerk'
  asked: AskedBy
  expected: (who: Who) => Answers
  /** Who else may see the owner's data at this URL. */
  isShown: (who: Who) => boolean
  /** The URL or body names an account: each person's own token does for them what hers does for her. */
  ownToken?: (userToken: string) => Asked
}

const NOTHING: AskedBy = () => ({})
const SIGN_IN: Answers = [401, 303]
export const UNKNOWN: Answers = [404, 404]
const nobody = () => false
export const both = (status: number): Answers => [status, status]
export const done: Answers = [200, 303]

/** Public pages and calls. */
export const open = (answers: Answers = both(200), asked: AskedBy = NOTHING): Line => ({
  kind: 'anybody',
  asked,
  expected: () => answers,
  isShown: nobody,
})

/** Links mailed to her, and the demo's own tools that show everything. */
export const shown = (line: Line): Line => ({ ...line, isShown: () => true })

/** One of her orders; to anyone else it doesn't exist. */
export const orders = (own: Answers, asked: AskedBy): Line => ({
  kind: 'order',
  asked,
  expected: (who) => (who === 'owner' ? own : UNKNOWN),
  isShown: nobody,
})

/** Her checkout's pages redirect everyone else to the home page. */
export const orderPages = (own: Answers, asked: AskedBy): Line => ({
  ...orders(own, asked),
  kind: 'order page',
  expected: (who) => (who === 'owner' ? own : both(302)),
})

/** For whoever is signed in, about themselves. */
export const account = (
  own: Answers,
  asked: AskedBy = NOTHING,
  others: Partial<Record<Who, Answers>> = {},
): Line => ({
  kind: 'own',
  asked,
  expected: (who) => others[who] ?? (who === 'anonymous' ? SIGN_IN : own),
  isShown: nobody,
})

/** Names something of hers: it works for her, and doesn't exist for other signed-in users. */
export const owners = (own: Answers, asked: AskedBy, unknown = UNKNOWN): Line => ({
  kind: 'owner',
  asked,
  expected: (who) => (who === 'owner' ? own : who === 'anonymous' ? SIGN_IN : unknown),
  isShown: nobody,
})

/** The same, by her account's token. */
export const ownersByToken = (own: Answers, ownToken: (userToken: string) => Asked): Line => ({
  ...owners(own, ({ tokens }) => ownToken(tokens.user)),
  ownToken,
})

export const staffs = (own: Answers, asked: AskedBy = NOTHING): Line => ({
  kind: 'staff',
  asked,
  expected: (who) => (who === 'staff' ? own : who === 'anonymous' ? SIGN_IN : UNKNOWN),
  isShown: (who) => who === 'staff',
})

/** For anyone with a role, about themselves. */
export const workers = (own: Answers, asked: AskedBy = NOTHING): Line => ({
  ...account(own, asked),
  expected: (who) =>
    who === 'anonymous' ? SIGN_IN : ['owner', 'other shopper', 'member'].includes(who) ? UNKNOWN : own,
})

/** For the first center's clerks, whose boxes show their customers' names. */
export const clerks = (own: Answers, asked: AskedBy = NOTHING): Line => ({
  kind: 'clerk',
  asked: (shop, person) => {
    const { params, ...rest } = asked(shop, person)
    return { params: { center: 'truckee-meadows', ...params }, ...rest }
  },
  expected: (who) => (who === 'clerk' ? own : who === 'anonymous' ? SIGN_IN : UNKNOWN),
  isShown: (who) => who === 'clerk',
})

/** For the first farm's farmer, about one of its offers. */
export const farmers = (own: Answers, fields?: Record<string, unknown>, more: Params = {}): Line => ({
  kind: 'clerk',
  asked: ({ db }) => {
    const [found] = db.all<{ farm: string; offerToken: string }>(
      'select farms.slug as farm, offers.token as offerToken from farms join varieties on farm_id = farms.id join offers on variety_id = varieties.id where farms.id = 1 and pound_cents is null limit 1',
    )
    return { params: { ...found, ...more }, ...(fields && { fields }) }
  },
  expected: (who) => (who === 'vendor' ? own : who === 'anonymous' ? SIGN_IN : UNKNOWN),
  isShown: nobody,
})

/** Sends each clerk to their own center. */
export const clerksOwn = (own: Answers): Line => ({
  ...clerks(own),
  asked: NOTHING,
  expected: (who) =>
    who === 'clerk' || who === "other center's clerk" ? own : who === 'anonymous' ? SIGN_IN : UNKNOWN,
})

export const secretOf = (link: string) => ({ secret: link.split('/').at(-1) ?? '' })

/** One of her orders, in the URL, or in a field as in most checkout calls. */
export const atOpen =
  (fields?: Record<string, unknown>): AskedBy =>
  ({ tokens }) => ({
    params: { orderToken: tokens.open },
    ...(fields ? { fields } : {}),
  })
export const forOpen =
  (fields: Record<string, unknown> = {}): AskedBy =>
  ({ tokens }) => ({
    fields: { order_token: tokens.open, ...fields },
  })
export const atPlaced: AskedBy = ({ tokens }) => ({ params: { orderToken: tokens.placed } })
export const ofOffer =
  (fields?: Record<string, unknown>): AskedBy =>
  ({ tokens }) => ({
    params: { offerToken: tokens.offer },
    ...(fields ? { fields } : {}),
  })
export const atHerAddress =
  (fields: Record<string, unknown> = {}): AskedBy =>
  ({ tokens }) => ({ params: { addressToken: tokens.address }, fields })
export const atHerFlag =
  (fields?: Record<string, unknown>): AskedBy =>
  ({ tokens }) => ({ params: { flagId: tokens.flag }, ...(fields ? { fields } : {}) })
export const atHerCard: AskedBy = ({ tokens }) => ({ params: { id: tokens.card } })
export const ofSoldOut: AskedBy = ({ tokens }) => ({ params: { offerToken: tokens.soldOut } })
/** The first demo farm, as staff see it. */
export const atFarm =
  (fields?: Record<string, unknown>, more: Params = {}): AskedBy =>
  () => ({ params: { slug: 'three-larks-ranch', ...more }, ...(fields ? { fields } : {}) })
export const sending =
  (fields: Record<string, unknown>): AskedBy =>
  () => ({ fields })
export const product: AskedBy = () => ({ params: { slug: 'demo-fifty' } })

/** People who work in the shop can't close their own accounts. */
export function backOffice(answers: Answers): Partial<Record<Who, Answers>> {
  const people: Who[] = ['vendor', "other farm's vendor", 'clerk', "other center's clerk", 'staff']
  return Object.fromEntries(people.map((who) => [who, answers]))
}
