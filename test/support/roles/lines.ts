import type { Person, ShopWithPeople, Who } from '../people.ts'
import type { Params } from '../routes.ts'

/** What stands in the address and the body, when this person asks for what is the owner's. */
type Asked = { params?: Params; query?: string; fields?: Record<string, unknown> }
export type AskedBy = (town: ShopWithPeople, person: Person) => Asked

/** The statuses that a script, and a plain page or form, are answered with. */
export type Answers = [script: number, page: number]

export type Line = {
  /** What of it is the owner's alone: `anybody` where nothing is. */
  kind: 'anybody' | 'order' | 'order page' | 'own' | 'owner' | 'staff' | 'clerk'
  asked: AskedBy
  expected: (who: Who) => Answers
  /** Who else is meant to see what of the owner's is behind this address. */
  isShown: (who: Who) => boolean
  /** The address or body names an account: each person's own does for them what hers does for her. */
  ownToken?: (userToken: string) => Asked
}

const NOTHING: AskedBy = () => ({})
const SIGN_IN: Answers = [401, 303]
export const UNKNOWN: Answers = [404, 404]
const nobody = () => false
export const both = (status: number): Answers => [status, status]
export const done: Answers = [200, 303]

/** Pages and calls of everybody. */
export const open = (answers: Answers = both(200), asked: AskedBy = NOTHING): Line => ({
  kind: 'anybody',
  asked,
  expected: () => answers,
  isShown: nobody,
})

/** What was mailed to her, and what of a demo shop's own machinery shows everything. */
export const shown = (line: Line): Line => ({ ...line, isShown: () => true })

/** An order of hers, to anybody else as unknown as none. */
export const orders = (own: Answers, asked: AskedBy): Line => ({
  kind: 'order',
  asked,
  expected: (who) => (who === 'owner' ? own : UNKNOWN),
  isShown: nobody,
})

/** The pages of its checkout lead everybody else to the front page. */
export const orderPages = (own: Answers, asked: AskedBy): Line => ({
  ...orders(own, asked),
  kind: 'order page',
  expected: (who) => (who === 'owner' ? own : both(302)),
})

/** Of whoever is signed in, for themselves. */
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

/** Names something of hers: for her; whoever else is signed in knows of no such thing. */
export const owners = (own: Answers, asked: AskedBy, unknown = UNKNOWN): Line => ({
  kind: 'owner',
  asked,
  expected: (who) => (who === 'owner' ? own : who === 'anonymous' ? SIGN_IN : unknown),
  isShown: nobody,
})

/** The same by the token of her account. */
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

/** Of whoever has a role, for themselves. */
export const workers = (own: Answers, asked: AskedBy = NOTHING): Line => ({
  ...account(own, asked),
  expected: (who) =>
    who === 'anonymous' ? SIGN_IN : ['owner', 'other shopper', 'member'].includes(who) ? UNKNOWN : own,
})

/** Of the clerks of the first center, whose boxes have their customers' names on them. */
export const clerks = (own: Answers, asked: AskedBy = NOTHING): Line => ({
  kind: 'clerk',
  asked: (shop, person) => {
    const { params, ...rest } = asked(shop, person)
    return { params: { center: 'truckee-meadows', ...params }, ...rest }
  },
  expected: (who) => (who === 'clerk' ? own : who === 'anonymous' ? SIGN_IN : UNKNOWN),
  isShown: (who) => who === 'clerk',
})

/** Of the farmer of the first farm, and one of its offers. */
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

/** Leads each clerk to their own center. */
export const clerksOwn = (own: Answers): Line => ({
  ...clerks(own),
  asked: NOTHING,
  expected: (who) =>
    who === 'clerk' || who === "other center's clerk" ? own : who === 'anonymous' ? SIGN_IN : UNKNOWN,
})

export const secretOf = (link: string) => ({ secret: link.split('/').at(-1) ?? '' })

/** An order of hers in the address, or in a field as most calls of the checkout have it. */
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
/** Of the first demo farm, as staff see it. */
export const atFarm =
  (fields?: Record<string, unknown>, more: Params = {}): AskedBy =>
  () => ({ params: { slug: 'three-larks-ranch', ...more }, ...(fields ? { fields } : {}) })
export const sending =
  (fields: Record<string, unknown>): AskedBy =>
  () => ({ fields })
export const product: AskedBy = () => ({ params: { slug: 'demo-fifty' } })

/** Whoever works in the shop cannot close their account alone. */
export function backOffice(answers: Answers): Partial<Record<Who, Answers>> {
  const people: Who[] = ['vendor', "other farm's vendor", 'clerk', "other center's clerk", 'staff']
  return Object.fromEntries(people.map((who) => [who, answers]))
}
