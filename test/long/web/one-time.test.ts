import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  identities,
  jobs,
  mailedLinks,
  outboxMessages,
  personalDataRequests,
  sessions,
  users,
} from '#db/schema/index.ts'
import { dump } from '../../support/dump.ts'
import { personWith, restoredShop, shopWithPeople, type Who } from '../../support/people.ts'
import { type RequestSpec, requestAs } from '../../support/requests.ts'
import type { World } from '../../support/world.ts'

const here = await shopWithPeople()
const { links, tokens } = here
const owner = personWith(here, 'owner')
const AT_ONCE = 100

/** A one-time action, and how often it took effect. */
type Once = {
  who: Who
  ask: (nth: number) => RequestSpec
  /** The status of the one that succeeds, and of all the others. */
  answers: [one: number, others: number]
  effects: (shop: World) => number
}

const post = (path: string, fields = {}) => ({ ask: (): RequestSpec => ({ method: 'POST', path, fields }) })
const jobsOf =
  (kind: string) =>
  ({ db }: World) =>
    db
      .select()
      .from(jobs)
      .all()
      .filter((job) => job.kind === kind && !here.db.select().from(jobs).where(eq(jobs.id, job.id)).get())
      .length

const ONCE: Record<string, Once> = {
  'a link to sign in': {
    who: 'anonymous',
    ...post(links.magicLink),
    answers: [200, 410],
    effects: ({ db }) => liveSessions(db) - liveSessions(here.db),
  },
  'a link for a new password': {
    who: 'anonymous',
    ask: (nth) => ({
      method: 'POST',
      path: links.resetPassword.replace('/reset-password/', '/v1/change_password/'),
      fields: { password: `brisket on day ${nth}` },
    }),
    answers: [200, 422],
    effects: jobsOf('mail_password_changed'),
  },
  'a link to another email': {
    who: 'owner',
    ...post(links.changeEmail),
    answers: [200, 410],
    effects: ({ db }) =>
      db
        .select()
        .from(users)
        .all()
        .filter(({ email }) => email === 'ana@quillfeather-farm.example').length,
  },
  'a link that confirms an address': {
    who: 'owner',
    ...post(links.confirmEmail),
    answers: [200, 410],
    effects: ({ db }) => spent(db, 'confirm_email') - spent(here.db, 'confirm_email'),
  },
  'a request of data that the staff refuse': {
    who: 'staff',
    ...post(`/staff/data-requests/${tokens.request}`, { decision: 'refuse', reason: 'A refund is open.' }),
    answers: [200, 409],
    effects: jobsOf('mail_data_refusal'),
  },
  'a session that is ended from another': {
    who: 'owner',
    ask: () => ({ method: 'DELETE', path: `/account/sessions/${tokens.session}` }),
    answers: [200, 404],
    effects: ({ db }) =>
      db
        .select()
        .from(sessions)
        .all()
        .filter(({ token, revokedAt }) => token === tokens.session && revokedAt).length,
  },
  'a sign-in elsewhere that is taken off': {
    who: 'owner',
    ask: () => ({ method: 'DELETE', path: `/account/linked/${tokens.identity}` }),
    answers: [200, 404],
    effects: ({ db }) =>
      here.db.select().from(identities).all().length - db.select().from(identities).all().length,
  },
}

const liveSessions = (db: World['db']) =>
  db
    .select()
    .from(sessions)
    .all()
    .filter(({ userId, revokedAt }) => userId === owner.user?.id && !revokedAt).length

const spent = (db: World['db'], purpose: string) =>
  db
    .select()
    .from(mailedLinks)
    .all()
    .filter((link) => link.purpose === purpose && link.spentAt !== null).length

describe.each(Object.entries(ONCE))('SEC-4 R17 %s', (_, { who, ask, answers, effects }) => {
  test('of a hundred concurrent uses one succeeds, and the others are told that it is gone', async () => {
    const shop = await restoredShop(here)
    const asked = Array.from({ length: AT_ONCE }, (_, nth) =>
      requestAs(shop.app, personWith(here, who), ask(nth), 'script'),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    const [one, others] = answers
    expect(statuses.filter((status) => status === one)).toHaveLength(1)
    // Concurrent password hashes queue up, and some are refused with a 429.
    expect(statuses.filter((status) => ![one, others, 429].includes(status))).toEqual([])
    expect(statuses.filter((status) => status === others).length).toBeGreaterThan(10)
    expect(effects(shop)).toBe(1)
    const later = await requestAs(shop.app, personWith(here, who), ask(0), 'script')
    expect(later.status).not.toBe(one)
  })
})

test('SET-3 R17 a hundred concurrent confirmations of one data request confirm it once, with the same response', async () => {
  const shop = await restoredShop(here)
  const [before] = standing(shop)
  const question = { method: 'POST', path: links.personalData }
  const asked = Array.from({ length: AT_ONCE }, () =>
    requestAs(shop.app, personWith(here, 'anonymous'), question, 'script'),
  )
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]))
  const [after] = standing(shop)
  expect([before?.confirmedAt, after?.confirmedAt]).toEqual([null, shop.clock.now()])
  shop.pass(60_000)
  await requestAs(shop.app, personWith(here, 'anonymous'), question, 'script')
  expect(standing(shop)).toEqual([after])
})

const standing = ({ db }: World) =>
  db.select().from(personalDataRequests).where(eq(personalDataRequests.kind, 'access')).all()

test("R17 the database contains none of these links' secrets", () => {
  // A demo shop's outbox has its emails; no other table may.
  const mails = JSON.stringify(here.db.select().from(outboxMessages).all())
  const kept = dump(here.db, ['outbox_messages'])
  for (const link of Object.values(links)) {
    const secret = link.split('/').at(-1) ?? ''
    expect(mails.includes(secret), `${link.split('/')[1]} was mailed`).toBe(true)
    expect(kept.includes(secret), `${link.split('/')[1]} is kept`).toBe(false)
  }
})
