import { and, eq } from 'drizzle-orm'
import { durably, serialize } from '#db/client.ts'
import {
  identities,
  orders,
  payments,
  rewards,
  savedAddresses,
  sessions,
  staffFlags,
  storedCards,
  type User,
  users,
} from '#db/schema/index.ts'
import { listAddresses } from '#src/accounts/addresses.ts'
import { mailWelcome } from '#src/accounts/email-verification.ts'
import { linkedSignIns } from '#src/accounts/identities.ts'
import { sealPreferenceLink } from '#src/accounts/preference-links.ts'
import { preferencesOf } from '#src/accounts/preferences.ts'
import { flagForStaff } from '#src/flags/flags.ts'
import { guestKey } from '#src/orders/guest-key.ts'
import { mailedPath, signedIn, userOf } from './account.ts'
import { expectOk, offerToken, orderOf, prepareToPay, readyToPay } from './buying.ts'
import { giveReward } from './rewards.ts'
import type { Shopper } from './shopper.ts'
import { type World, world } from './world.ts'

/** Every kind of visitor, by account. */
const ACCOUNTS = {
  anonymous: null,
  'other shopper': 'other@example.com',
  member: 'member@example.com',
  vendor: 'vendor@example.com',
  "other farm's vendor": 'vendor2@example.com',
  clerk: 'fulfillment@example.com',
  "other center's clerk": 'fulfillment2@example.com',
  staff: 'staff@example.com',
  owner: 'ana@quillfeather.example',
} as const

export type Who = keyof typeof ACCOUNTS
export const EVERY_ACCOUNT = Object.keys(ACCOUNTS) as Who[]

const OWNER = ACCOUNTS.owner
const HER_NAME = 'Ana Quillfeather'
const HER_PHONE = '+12065550173'
const HER_PLACE = { street1: '77 Quillfeather Ln', zip: '98101' }

/** A visitor, with their browser's cookie and CSRF token. */
export type Person = { who: Who; cookie: string; csrfToken: string; user: User | null; shopper: Shopper }

export type ShopWithPeople = Awaited<ReturnType<typeof shopWithPeople>>

/**
 * One shop with every kind of visitor, each signed in on their own browser, and an owner who has one of everything: a
 * placed and an open order, addresses, a card, a reward, links in her email, and data requests. All of it is marked as
 * hers, so `hers` in a response to anyone else is a leak.
 */
export async function shopWithPeople() {
  const made = await world()
  await nameOwner(made)
  const guest = await made.shopper()
  const shoppers = new Map<Who, Shopper>()
  for (const who of EVERY_ACCOUNT) {
    const email = ACCOUNTS[who]
    shoppers.set(who, email ? await signedIn(made, email) : guest)
  }
  const owner = shoppers.get('owner') as Shopper
  const placed = await placeOrder(made, owner)
  const open = await readyToPay(owner, made.db, { slug: 'grass-fed-ground-beef', quantity: 5, email: OWNER })
  await expectOk(owner.call('POST', `/v1/apply_gift_and_promo_codes/${open}`, { text_entered: 'SHIPFREE' }))
  const tokens = { placed, open, ...(await belongings(made, owner, placed)) }
  const links = await mailedTo(made, owner)
  await markHers(made, placed)
  for (const shopper of shoppers.values()) await shopper.visit('/cart')
  const people = EVERY_ACCOUNT.map((who) => personOf(made, who, shoppers.get(who) as Shopper))
  const hers = marksOf(made, tokens)
  return { ...made, people, tokens, links, hers, bytes: serialize(made.db) }
}

/** Restores the shop as it was, for requests that change something. */
export const restoredShop = ({ bytes, services: { stripe } }: ShopWithPeople, config = {}): Promise<World> =>
  world({ from: bytes, services: { stripe }, config })

export const personWith = ({ people }: ShopWithPeople, who: Who): Person => {
  const person = people.find((one) => one.who === who)
  if (!person) throw new Error(`nobody is ${who}`)
  return person
}

async function nameOwner({ db }: World) {
  const name = { firstName: 'Ana', lastName: 'Quillfeather', phone: HER_PHONE }
  db.update(users)
    .set({ ...name, email: OWNER })
    .where(eq(users.email, 'shopper@example.com'))
    .run()
}

/** A recurring order, so that the card it's paid with is kept. */
async function placeOrder(made: World, owner: Shopper): Promise<string> {
  const order_token = await readyToPay(owner, made.db, { quantity: 2, email: OWNER })
  await expectOk(owner.call('POST', '/v1/set_recurring_order', { order_token, recurring: true }))
  const { clientSecret } = await prepareToPay(owner, order_token)
  await expectOk(Promise.resolve(owner.confirm(clientSecret)))
  await made.settleDown()
  return order_token
}

/** Everything else that belongs to her, by public token. */
async function belongings(made: World, owner: Shopper, placed: string) {
  const { db, services } = made
  const user = userOf(made, OWNER)
  await signedIn(made, OWNER, 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0')
  const elsewhere = db
    .select()
    .from(sessions)
    .all()
    .filter(({ device, userId }) => userId === user.id && device?.includes('Firefox'))
  db.insert(identities)
    .values({ issuer: 'https://accounts.google.com', subject: '1912', userId: user.id, linkedAt: 1 })
    .run()
  const reward = giveReward(db, { to: 'other', amountCents: 500 })
  db.update(rewards).set({ userId: user.id }).where(eq(rewards.token, reward)).run()
  await expectOk(owner.call('POST', '/v1/update_personal_data', requestOf('delete')))
  await expectOk(owner.call('POST', await mailedPath(made, OWNER, '/privacy/personal-data/')))
  const waiting = db.all<{ token: string }>('select token from personal_data_requests where done_at is null')
  return {
    user: user.token,
    session: elsewhere[0]?.token ?? '',
    identity: linkedSignIns(db, user.id)[0]?.token ?? '',
    reward,
    request: waiting[0]?.token ?? '',
    flag: await flagOf(made, placed),
    address: listAddresses(db, user)[0]?.token ?? '',
    card: String(db.select().from(storedCards).where(eq(storedCards.userId, user.id)).get()?.id ?? ''),
    offer: offerToken(db, 'demo-fifty'),
    soldOut: offerToken(db, 'demo-sold-out'),
    receiptKey: guestKey(services.config, placed),
    sealed: sealPreferenceLink(services.config, user.token, preferencesOf(db, user.id).version),
  }
}

/** Flags her order for staff. */
async function flagOf({ db, clock }: World, placed: string): Promise<string> {
  const { id: orderId } = orderOf(db, placed)
  const flag = {
    kind: 'card_not_kept',
    key: 'card:hers',
    orderId,
    detail: 'No card.',
    now: clock.now(),
  } as const
  await durably(db, (tx) => flagForStaff(tx, flag))
  return String(db.select().from(staffFlags).where(eq(staffFlags.key, flag.key)).get()?.id ?? '')
}

const requestOf = (request_type: 'access' | 'delete') => ({
  request_type,
  email: OWNER,
  full_name: HER_NAME,
  state: 'WA',
})

/** The valid links in her email, one of each kind. */
async function mailedTo(made: World, owner: Shopper) {
  const { services, db } = made
  const user = userOf(made, OWNER)
  const newEmail = 'ana@quillfeather-farm.example'
  await expectOk(
    owner.call('POST', '/v1/send_email_login_link', { email_address: OWNER, redirect_url: '/cart' }),
  )
  await expectOk(owner.call('POST', '/v1/reset_password', { email: OWNER }))
  await expectOk(owner.call('POST', `/v1/update_user_email/${user.token}`, { email: newEmail }))
  await durably(db, (tx) => mailWelcome(tx, services, user))
  await expectOk(owner.call('POST', '/v1/update_personal_data', requestOf('access')))
  return {
    magicLink: await mailedPath(made, OWNER, '/magic-link/'),
    resetPassword: await mailedPath(made, OWNER, '/reset-password/'),
    confirmEmail: await mailedPath(made, OWNER, '/confirm-email/'),
    changeEmail: await mailedPath(made, newEmail, '/change-email/'),
    personalData: await mailedPath(made, OWNER, '/privacy/personal-data/'),
  }
}

/** Puts her name on everything of hers, so that none of it can be mistaken for public data. */
async function markHers(made: World, placed: string) {
  const { db } = made
  const { id } = userOf(made, OWNER)
  const order = { deliveryName: HER_NAME, deliveryStreet1: HER_PLACE.street1, deliveryPhone: HER_PHONE }
  db.update(orders).set(order).where(eq(orders.userId, id)).run()
  const saved = { name: HER_NAME, phone: HER_PHONE }
  db.update(savedAddresses).set(saved).where(eq(savedAddresses.userId, id)).run()
  const home = and(eq(savedAddresses.userId, id), eq(savedAddresses.isDefault, true))
  db.update(savedAddresses).set(HER_PLACE).where(home).run()
  db.update(storedCards).set({ brand: 'quillfeather' }).where(eq(storedCards.userId, id)).run()
  const paid = eq(payments.orderId, orderOf(db, placed).id)
  db.update(payments).set({ cardBrand: 'quillfeather' }).where(paid).run()
}

function personOf(made: World, who: Who, shopper: Shopper): Person {
  const cookie = [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const email = ACCOUNTS[who]
  return { who, cookie, csrfToken: shopper.token, user: email ? userOf(made, email) : null, shopper }
}

/** Matches her name, address, phone and email, and the identifiers of everything she owns. */
function marksOf(
  { db }: World,
  { placed, open, user, session, request, address }: Record<string, string>,
): RegExp {
  const identifiers = [placed, open].map((token) => orderOf(db, token ?? '').identifier)
  const marks = [
    'quillfeather',
    '555-0173',
    '5550173',
    ...identifiers,
    placed,
    open,
    user,
    session,
    request,
    address,
  ]
  return new RegExp(marks.join('|'), 'i')
}
