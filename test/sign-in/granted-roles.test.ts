import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { roles, users } from '#db/schema/index.ts'
import { revokeRoles } from '#src/accounts/people.ts'
import { grantRole, listRoles } from '#src/accounts/role-grants.ts'
import { userByEmail } from '#src/accounts/users.ts'
import { ANA, BEN, mailedPath, signedIn, userOf } from '../support/account.ts'
import { RUTH } from '../support/staff.ts'
import { world } from '../support/world.ts'

const PERSON = 'first@shop.example'

/** The path of a printed link. @throws if none was printed */
function pathOf(granted: Awaited<ReturnType<typeof grantRole>>): string {
  if (!granted.ok) throw new Error(granted.reason)
  return new URL(granted.url).pathname
}

test('OPS-8 the printed link signs a new person in once, with the role until it is removed', async () => {
  const { services, shopper } = await world()
  const path = pathOf(await grantRole(services, { email: PERSON, role: 'staff', subject: undefined }))
  const browser = await shopper()
  await browser.visit(path)
  expect((await browser.call('POST', path)).status).toBeLessThan(400)
  expect((await browser.visit('/staff/data-requests')).status).toBe(200)

  const other = await shopper()
  await other.visit('/')
  expect((await other.call('POST', path)).status).toBe(410)

  expect(await revokeRoles(services, PERSON, 'vendor')).toBe(0)
  expect(await revokeRoles(services, PERSON, undefined)).toBe(1)
  expect((await browser.visit('/staff/data-requests')).status).not.toBe(200)
})

test("OPS-8 STF-8 a role removed by the command can't return by an invitation or an old session", async () => {
  const shop = await world()
  const { services } = shop
  const ruth = await signedIn(shop, RUTH)
  const invited = ['friend-of-ruth@shop.example', RUTH] as const
  for (const [email, role] of [
    [invited[0], { role: 'staff' }],
    [RUTH, { role: 'fulfillment', subject: 'truckee-meadows' }],
  ] as const)
    expect((await ruth.call('POST', '/staff/people', { email, ...role })).status).toBe(200)
  const links: string[] = []
  for (const email of invited) links.push(await mailedPath(shop, email, '/invitations/'))
  expect(await revokeRoles(services, RUTH, undefined)).toBe(1)
  for (const link of links) {
    const reader = await shop.shopper()
    await reader.visit(link)
    expect([link, (await reader.call('POST', link)).status]).toEqual([link, 410])
  }
  pathOf(await grantRole(services, { email: RUTH, role: 'staff', subject: undefined }))
  expect((await ruth.visit('/staff')).status).not.toBe(200)
})

test('OPS-8 a role is for one center or farm, and granted once', async () => {
  const { services, db } = await world()
  for (const subject of ['Truckee-Meadows', '1'])
    pathOf(await grantRole(services, { email: PERSON, role: 'fulfillment', subject }))
  expect(listRoles(db).filter(({ email }) => email === PERSON)).toEqual([
    { email: PERSON, role: 'fulfillment', subject: 'truckee-meadows' },
  ])
})

test('OPS-8 a role needs a valid email and an existing center or farm', async () => {
  const { services } = await world()
  const refusal = (email: string, role: 'vendor' | 'fulfillment', subject: string) =>
    grantRole(services, { email, role, subject })
  expect(await refusal('nobody', 'vendor', 'quill-brook-farm')).toEqual({ ok: false, reason: 'email' })
  expect(await refusal(PERSON, 'vendor', 'no-such-farm')).toEqual({ ok: false, reason: 'subject' })
  expect(await refusal(PERSON, 'fulfillment', '99')).toEqual({ ok: false, reason: 'subject' })
})

test('OPS-8 STF-4 STF-8 no role is given to an address whose account became part of another one', async () => {
  const shop = await world()
  const { services, db } = shop
  const [kept, gone] = [userOf(shop, ANA), userOf(shop, BEN)]
  db.update(users).set({ mergedIntoId: kept.id }).where(eq(users.id, gone.id)).run()
  expect(await grantRole(services, { email: BEN, role: 'staff', subject: undefined })).toEqual({
    ok: false,
    reason: 'merged',
  })
  const ruth = await signedIn(shop, RUTH)
  const invited = await ruth.call('POST', '/staff/people', { email: BEN, role: 'staff' })
  expect([invited.status, (await invited.json()).message]).toEqual([
    409,
    'This address belongs to an account that was merged into another one. Please invite that account’s address.',
  ])
  expect(db.select().from(roles).where(eq(roles.userId, gone.id)).all()).toEqual([])
})

test.each(['vendor', 'fulfillment'] as const)(
  'OPS-8 GND-20 nobody can be %s for all centers or farms',
  async (role) => {
    const { services, db } = await world()
    const granted = await grantRole(services, { email: PERSON, role, subject: undefined })
    expect(granted).toEqual({ ok: false, reason: 'no_subject' })
    expect(userByEmail(db, PERSON)).toBeNull()
  },
)

test('OPS-8 the list names a role that an older version granted for every farm', async () => {
  const { db } = await world()
  db.update(roles).set({ subjectId: null }).where(eq(roles.role, 'vendor')).run()
  expect(listRoles(db)).toContainEqual({ email: 'vendor@example.com', role: 'vendor', subject: 'all farms' })
})
