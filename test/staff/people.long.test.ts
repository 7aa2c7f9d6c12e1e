import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { roles, users } from '#db/schema/index.ts'
import { BEN, mailedPath, mailsTo, signedIn, userOf } from '../support/account.ts'
import { RUTH } from '../support/staff.ts'
import { trailOf } from '../support/trail.ts'
import { type World, world } from '../support/world.ts'

const PIA = 'pia@shop.example'
const DAY = 24 * 3_600_000

const invite = (ruth: Awaited<ReturnType<typeof signedIn>>, fields: Record<string, unknown>) =>
  ruth.call('POST', '/staff/people', fields)

const linkTo = (shop: World, email: string) => mailedPath(shop, email, '/invitations/')

async function accept(shop: World, link: string) {
  const person = await shop.shopper()
  await person.visit(link)
  return { person, status: (await person.call('POST', link)).status }
}

const remove = (
  by: Awaited<ReturnType<typeof signedIn>>,
  shop: World,
  email: string,
  role: string,
  subject = '',
) => by.call('POST', `/staff/people/${userOf(shop, email).token}/remove`, { role, subject_id: subject })

test('STF-8 a mailed invitation grants its role once, when its link is used', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  expect(
    (await invite(ruth, { email: 'Pia@shop.example', role: 'fulfillment', subject: 'truckee-meadows' }))
      .status,
  ).toBe(200)
  const people = await (await ruth.visit('/staff/people')).text()
  for (const words of [PIA, 'farmer at Three Larks Ranch']) expect(people).toContain(words)
  expect(shop.db.select().from(users).where(eq(users.email, PIA)).all()).toEqual([])
  const link = await linkTo(shop, PIA)
  const reader = await shop.shopper()
  const page = await (await reader.visit(link)).text()
  expect(page).toContain('clerk at Truckee Meadows')
  expect(mailsTo(shop, PIA).at(-1)?.text).toContain('as clerk at Truckee Meadows.')
  expect((await reader.visit('/fulfillment/truckee-meadows')).status).toBe(303)
  const { person, status } = await accept(shop, link)
  expect(status).toBe(200)
  expect((await person.visit('/fulfillment/truckee-meadows')).status).toBe(200)
  expect((await person.visit('/staff')).status).toBe(404)
  expect((await accept(shop, link)).status).toBe(410)
  expect(trailOf(shop).map(({ verb, actorName }) => [verb, actorName])).toEqual([
    ['person.joined', PIA],
    ['invitation.sent', 'Ruth Abernathy'],
  ])
  expect(JSON.stringify(trailOf(shop).at(-1))).not.toContain(PIA)
})

test('STF-8 a sole owner can invite their own address to pack, stays staff, and can switch between back offices', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  expect((await ruth.visit('/fulfillment/truckee-meadows')).status).toBe(404)
  const own = { email: RUTH, role: 'fulfillment', subject: 'truckee-meadows' }
  expect((await invite(ruth, own)).status).toBe(200)
  expect((await ruth.visit('/fulfillment/truckee-meadows')).status).toBe(404)
  const { person, status } = await accept(shop, await linkTo(shop, RUTH))
  expect(status).toBe(200)
  for (const page of ['/fulfillment/truckee-meadows', '/staff'])
    expect([page, (await person.visit(page)).status]).toEqual([page, 200])
  const foot = async (path: string) =>
    /<p class="rail__foot">.*?<\/p>/s.exec(await (await person.visit(path)).text())?.[0]
  expect(await foot('/staff')).toContain('<a href="/fulfillment/truckee-meadows">Truckee Meadows</a>')
  const atCenter = await foot('/fulfillment/truckee-meadows')
  expect(atCenter).toContain('<a href="/staff">Back office</a>')
  expect(atCenter).not.toContain('Truckee Meadows')
  expect((await invite(person, own)).status).toBe(409)
})

test('STF-8 whoever registered the email before its owner gets nothing by the invitation', async () => {
  const shop = await world()
  const stranger = await shop.shopper()
  await stranger.visit('/signup')
  expect(
    (await stranger.call('POST', '/v1/create_account/', { email: PIA, password: 'long enough for a meal' }))
      .status,
  ).toBeLessThan(400)
  const ruth = await signedIn(shop, RUTH)
  await invite(ruth, { email: PIA, role: 'staff' })
  expect((await stranger.visit('/staff')).status).toBe(404)
  const { person, status } = await accept(shop, await linkTo(shop, PIA))
  expect(status).toBe(200)
  expect((await person.visit('/staff')).status).toBe(200)
  expect((await stranger.call('GET', '/staff')).status).toBe(401)
  expect(userOf(shop, PIA).passwordHash).toBeNull()
})

test('STF-8 an invitation ends after a week, when withdrawn, and with a newer one', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  await invite(ruth, { email: PIA, role: 'staff' })
  const first = await linkTo(shop, PIA)
  await invite(ruth, { email: PIA, role: 'staff' })
  const second = await linkTo(shop, PIA)
  expect(second).not.toBe(first)
  expect((await accept(shop, first)).status).toBe(410)
  const { invitations } = await (await ruth.call('GET', '/staff/people')).json()
  expect(invitations).toHaveLength(1)
  const withdraw = () => ruth.call('POST', `/staff/people/invitations/${invitations[0].token}/withdraw`)
  expect([(await withdraw()).status, (await withdraw()).status]).toEqual([200, 404])
  expect((await accept(shop, second)).status).toBe(410)
  await invite(ruth, { email: PIA, role: 'staff' })
  const third = await linkTo(shop, PIA)
  shop.pass(7 * DAY)
  expect((await accept(shop, third)).status).toBe(410)
})

test('STF-8 an invalid invitation is refused', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  for (const [fields, status] of [
    [{ email: 'nobody', role: 'staff' }, 422],
    [{ email: PIA, role: 'king' }, 422],
    [{ email: PIA, role: 'vendor', subject: 'nowhere' }, 422],
    [{ email: PIA, role: 'fulfillment' }, 422],
    [{ email: RUTH, role: 'staff' }, 409],
    [{ email: 'vendor@example.com', role: 'vendor', subject: 'three-larks-ranch' }, 409],
  ] as const)
    expect([fields, (await invite(ruth, fields)).status]).toEqual([fields, status])
  expect(trailOf(shop)).toEqual([])
})

test('STF-8 removing a role ends its sessions at once; nobody can remove their own, and the last staff member stays', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  const clerk = await signedIn(shop, 'fulfillment@example.com')
  expect((await clerk.visit('/fulfillment/truckee-meadows')).status).toBe(200)
  expect((await remove(ruth, shop, 'fulfillment@example.com', 'fulfillment', '1')).status).toBe(200)
  expect((await clerk.call('GET', '/fulfillment/truckee-meadows')).status).toBe(401)
  expect((await remove(ruth, shop, 'fulfillment@example.com', 'fulfillment', '1')).status).toBe(404)
  expect((await remove(ruth, shop, RUTH, 'staff')).status).toBe(409)

  shop.db
    .insert(roles)
    .values({ userId: userOf(shop, BEN).id, role: 'staff' })
    .run()
  const ben = await signedIn(shop, BEN)
  const both = await Promise.all([remove(ben, shop, RUTH, 'staff'), remove(ruth, shop, BEN, 'staff')])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(
    shop.db
      .select()
      .from(roles)
      .where(and(eq(roles.role, 'staff')))
      .all(),
  ).toHaveLength(1)
  expect(trailOf(shop)[0]).toMatchObject({ verb: 'person.role_removed', detail: { roles: ['staff'] } })
})
