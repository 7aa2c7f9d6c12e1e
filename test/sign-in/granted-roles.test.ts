import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { roles } from '#db/schema/index.ts'
import { grantRole, listRoles, revokeRoles } from '#src/accounts/role-grants.ts'
import { userByEmail } from '#src/accounts/users.ts'
import { world } from '../support/world.ts'

const PERSON = 'first@shop.example'

/** The path of a printed link. @throws when none was printed */
function pathOf(granted: Awaited<ReturnType<typeof grantRole>>): string {
  if (!granted.ok) throw new Error(granted.reason)
  return new URL(granted.url).pathname
}

test('OPS-8 the printed link signs a new person in once, with the role, until it is removed', async () => {
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

test('OPS-8 a role is for one center or farm, and given once', async () => {
  const { services, db } = await world()
  for (const subject of ['Truckee-Meadows', '1'])
    pathOf(await grantRole(services, { email: PERSON, role: 'fulfillment', subject }))
  expect(listRoles(db).filter(({ email }) => email === PERSON)).toEqual([
    { email: PERSON, role: 'fulfillment', subject: 'truckee-meadows' },
  ])
})

test('OPS-8 no role is given to what is no address, or at a place that does not exist', async () => {
  const { services } = await world()
  const refusal = (email: string, role: 'vendor' | 'fulfillment', subject: string) =>
    grantRole(services, { email, role, subject })
  expect(await refusal('nobody', 'vendor', 'quill-brook-farm')).toEqual({ ok: false, reason: 'email' })
  expect(await refusal(PERSON, 'vendor', 'no-such-farm')).toEqual({ ok: false, reason: 'subject' })
  expect(await refusal(PERSON, 'fulfillment', '99')).toEqual({ ok: false, reason: 'subject' })
})

test.each(['vendor', 'fulfillment'] as const)('OPS-8 GND-20 nobody is %s of every place', async (role) => {
  const { services, db } = await world()
  const granted = await grantRole(services, { email: PERSON, role, subject: undefined })
  expect(granted).toEqual({ ok: false, reason: 'no_subject' })
  expect(userByEmail(db, PERSON)).toBeNull()
})

test('OPS-8 the list names a role that an older version gave for every farm', async () => {
  const { db } = await world()
  db.update(roles).set({ subjectId: null }).where(eq(roles.role, 'vendor')).run()
  expect(listRoles(db)).toContainEqual({ email: 'vendor@example.com', role: 'vendor', subject: 'all farms' })
})
