import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { recoveryCodes, roles, totpFactors } from '#db/schema/index.ts'
import { resetFactorFromCommandLine } from '#src/accounts/people.ts'
import { seal, unseal } from '#src/accounts/sealed.ts'
import { isStillPassed } from '#src/accounts/session-lifetime.ts'
import { BEN, mailedPath, mailsTo, signedIn, userOf } from '../support/account.ts'
import { codeOf, keyOnPage, setUpApp } from '../support/second-factor.ts'
import { RUTH } from '../support/staff.ts'
import { trailOf } from '../support/trail.ts'
import { validator } from '../support/valid-html.ts'
import { type World, world } from '../support/world.ts'

const HALF_MINUTE = 30_000
const CLERK = 'fulfillment@example.com'
const FARMER = 'vendor@example.com'
const CENTER = '/fulfillment/truckee-meadows/orders'

async function ruthWithApp(config = {}) {
  const shop = await world({ config })
  const first = await signedIn(shop, RUTH)
  const app = await setUpApp(shop, first)
  shop.pass(HALF_MINUTE)
  return { shop, first, ...app }
}

const pass = (person: Awaited<ReturnType<typeof signedIn>>, code: string) =>
  person.call('POST', '/signin/second-step', { code })

const subjects = (shop: World, email: string) => mailsTo(shop, email).map(({ subject }) => subject)

test('STF-8 a passed second step lasts across sign-ins for eight hours', () => {
  const eightHours = 8 * 60 * 2 * HALF_MINUTE
  expect(isStillPassed(1_000, 1_000 + eightHours - 1)).toBe(true)
  expect(isStillPassed(1_000, 1_000 + eightHours)).toBe(false)
  expect(isStillPassed(null, 1_000)).toBe(false)
})

describe('the second step', () => {
  test("STF-8 the back office's pages and JSON open only with a code after sign-in", async () => {
    const { shop, key } = await ruthWithApp()
    const ruth = await signedIn(shop, RUTH)
    const page = await ruth.visit('/staff/flags?state=resolved')
    expect([page.status, page.headers.get('location')]).toEqual([303, '/signin/second-step'])
    for (const path of ['/staff', '/staff/flags', '/staff/audit', '/staff/people']) {
      const json = await ruth.call('GET', path)
      expect([path, json.status, Object.keys(await json.json())]).toEqual([
        path,
        403,
        ['error', 'message', 'redirect_to'],
      ])
    }
    expect(
      (await ruth.call('POST', '/staff/people', { email: 'x@shop.example', role: 'staff' })).status,
    ).toBe(403)
    await ruth.visit('/signin/second-step')
    const passed = await ruth.submit('POST', '/signin/second-step', { code: codeOf(key, shop) })
    expect([passed.status, passed.headers.get('location')]).toEqual([303, '/staff/flags?state=resolved'])
    expect((await ruth.call('GET', '/staff')).status).toBe(200)
  })

  test('STF-8 a magic link requires it, too', async () => {
    const { shop, key } = await ruthWithApp()
    const ruth = await shop.shopper()
    await ruth.visit('/signin')
    await ruth.call('POST', '/v1/send_email_login_link', { email_address: RUTH, redirect_url: '/staff' })
    const link = await mailedPath(shop, RUTH, '/magic-link/')
    await ruth.visit(link)
    expect((await ruth.call('POST', link)).status).toBe(200)
    expect((await ruth.call('GET', '/staff')).status).toBe(403)
    await ruth.visit('/signin/second-step')
    expect((await pass(ruth, codeOf(key, shop))).status).toBe(200)
    expect((await ruth.call('GET', '/staff')).status).toBe(200)
  })

  test('STF-8 a code works once, up to half a minute early or late', async () => {
    const { shop, key } = await ruthWithApp()
    const [one, two] = [await signedIn(shop, RUTH), await signedIn(shop, RUTH)]
    const code = codeOf(key, shop)
    const both = await Promise.all([pass(one, code), pass(two, code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const loser = both[0]?.status === 200 ? two : one
    expect((await pass(loser, codeOf(key, shop, 2))).status).toBe(422)
    expect((await pass(loser, codeOf(key, shop, 1))).status).toBe(200)
    const third = await signedIn(shop, RUTH)
    expect((await pass(third, codeOf(key, shop, -1))).status).toBe(422)
  })

  test('STF-8 attempts are rate-limited per account, across sessions', async () => {
    const { shop, key } = await ruthWithApp({ rateLimited: true })
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await pass(await signedIn(shop, RUTH), '000000')).status)
    expect(statuses.slice(0, 3)).toEqual([422, 422, 422])
    expect(statuses).toContain(429)
    const right = await pass(await signedIn(shop, RUTH), codeOf(key, shop))
    expect(right.status).toBe(429)
  })

  test('STF-8 a recovery code replaces the phone, once, and sends a mail', async () => {
    const { shop, codes } = await ruthWithApp()
    const [one, two] = [await signedIn(shop, RUTH), await signedIn(shop, RUTH)]
    const [code = ''] = codes
    const used = await pass(one, code.toLowerCase().replaceAll('-', ' '))
    expect([used.status, (await used.json()).message]).toEqual([
      200,
      "You're in. You have 9 recovery codes left.",
    ])
    expect((await pass(two, code)).status).toBe(422)
    await shop.settleDown()
    expect(subjects(shop, RUTH)).toContain('A recovery code was used to sign in')
  })
})

describe('a role that requires it', () => {
  test("STF-8 each role's pages open only once a factor is set up", async () => {
    const shop = await world()
    const ruth = await signedIn(shop, RUTH)
    for (const role of ['fulfillment', 'vendor'])
      expect((await ruth.call('POST', '/staff/second_factor', { role, required: true })).status).toBe(200)
    expect((await ruth.call('GET', '/staff')).status).toBe(200)
    for (const [email, paths] of [
      [CLERK, ['/fulfillment', CENTER]],
      [FARMER, ['/vendor', '/vendor/three-larks-ranch']],
    ] as const) {
      const person = await signedIn(shop, email)
      for (const path of paths) {
        const page = await person.visit(path)
        expect([path, page.headers.get('location')]).toEqual([path, '/account/second-factor'])
        expect((await person.call('GET', path)).status).toBe(403)
      }
      await setUpApp(shop, person)
      expect((await person.visit(paths[1])).status).toBe(200)
    }
    const ben = await signedIn(shop, BEN)
    expect((await ben.visit(CENTER)).status).toBe(404)
    expect((await ben.visit('/account/second-factor')).status).toBe(404)
    expect(trailOf(shop).map(({ verb, subjectToken }) => [verb, subjectToken])).toEqual([
      ['role.second_step_required', 'vendor'],
      ['role.second_step_required', 'fulfillment'],
    ])
  })

  test("STF-8 the last factor can't be removed while a role requires one", async () => {
    const { shop, first } = await ruthWithApp()
    await first.call('POST', '/staff/second_factor', { role: 'staff', required: true })
    const remove = () => first.call('POST', '/account/second-factor/remove', { factor: 'app' })
    expect((await remove()).status).toBe(409)
    await first.call('POST', '/staff/second_factor', { role: 'staff', required: false })
    expect((await remove()).status).toBe(200)
    expect(shop.db.select().from(recoveryCodes).all()).toEqual([])
    expect((await (await signedIn(shop, RUTH)).call('GET', '/staff')).status).toBe(200)
  })
})

describe('managing factors', () => {
  test('STF-8 the key is sealed, codes are hashed, and both are shown only once', async () => {
    const { shop, first, key, codes } = await ruthWithApp()
    const factor = shop.db.select().from(totpFactors).get()
    expect(factor?.sealedSecret).not.toContain(key)
    const secret = shop.config.sessionSecret
    const owner = String(userOf(shop, RUTH).id)
    expect(unseal(secret, owner, factor?.sealedSecret ?? '')).toBe(key)
    expect(unseal(secret, '1234', factor?.sealedSecret ?? '')).toBeNull()
    expect(unseal('x'.repeat(32), owner, seal(secret, owner, 'key'))).toBeNull()
    const stored = JSON.stringify(shop.db.select().from(recoveryCodes).all())
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''))
    const page = await (await first.visit('/account/second-factor')).text()
    for (const shown of [key.slice(0, 4), ...codes]) expect(page).not.toContain(shown)
    expect(page).toContain('You have 10 left')
    const renewed = await first.call('POST', '/account/second-factor/recovery-codes')
    expect((await renewed.json()).recovery_codes).toHaveLength(10)
    const other = await signedIn(shop, RUTH)
    expect((await pass(other, codes[0] ?? '')).status).toBe(422)
  })

  test('STF-8 setup needs a valid code, soon after sign-in, and works only once', async () => {
    const shop = await world()
    const ruth = await signedIn(shop, RUTH)
    const key = await keyOnPage(ruth)
    const confirm = (code: string) => ruth.call('POST', '/account/second-factor/app', { code })
    for (const code of ['', '12345', 'abcdef', codeOf(key, shop, 3)])
      expect((await confirm(code)).status).toBe(422)
    const other = await signedIn(shop, RUTH)
    expect(await keyOnPage(other)).not.toBe(key)
    expect((await confirm(codeOf(key, shop))).status).toBe(200)
    expect((await confirm(codeOf(key, shop, 1))).status).toBe(409)
    const later = await signedIn(shop, CLERK)
    for (let minutes = 0; minutes < 65; minutes += 20) {
      shop.pass(20 * 60_000)
      await later.visit('/fulfillment')
    }
    const old = await later.call('POST', '/account/second-factor/app', {
      code: codeOf(await keyOnPage(later), shop),
    })
    expect(old.status).toBe(401)
  })

  test("STF-8 a colleague can reset a lost factor, but not one's own; the person is mailed and signed out", async () => {
    const { shop, first } = await ruthWithApp()
    shop.db
      .insert(roles)
      .values({ userId: userOf(shop, BEN).id, role: 'staff' })
      .run()
    const ben = await signedIn(shop, BEN)
    const reset = (by: typeof ben, email: string, reason = 'She called me from her number.') =>
      by.call('POST', `/staff/people/${userOf(shop, email).token}/reset_factor`, { reason })
    expect((await reset(first, RUTH)).status).toBe(409)
    expect((await reset(ben, RUTH, '')).status).toBe(422)
    expect((await reset(ben, RUTH)).status).toBe(200)
    expect((await first.call('GET', '/staff')).status).toBe(401)
    expect((await (await signedIn(shop, RUTH)).call('GET', '/staff')).status).toBe(200)
    expect(trailOf(shop)[0]).toMatchObject({
      verb: 'person.second_step_reset',
      subjectLabel: 'Ruth Abernathy',
      reason: 'She called me from her number.',
    })
    await shop.settleDown()
    expect(subjects(shop, RUTH)).toContain('The second step of your sign-in was reset')
  })

  test("STF-8 the command line can reset the last owner's factor", async () => {
    const { shop, first } = await ruthWithApp()
    expect(await resetFactorFromCommandLine(shop, BEN)).toBe(false)
    expect(await resetFactorFromCommandLine(shop, RUTH)).toBe(true)
    expect((await first.call('GET', '/staff')).status).toBe(401)
    expect(
      shop.db
        .select()
        .from(totpFactors)
        .where(eq(totpFactors.userId, userOf(shop, RUTH).id))
        .all(),
    ).toEqual([])
    expect(trailOf(shop)[0]).toMatchObject({ actorName: 'Command line', verb: 'person.second_step_reset' })
  })

  test('STF-8 the pages are valid HTML', async () => {
    const { shop, first } = await ruthWithApp()
    const clerk = await signedIn(shop, CLERK)
    const asked = await signedIn(shop, RUTH)
    for (const [person, path] of [
      [clerk, '/account/second-factor'],
      [first, '/account/second-factor'],
      [first, '/staff/people'],
      [first, `/staff/people/${userOf(shop, CLERK).token}`],
      [first, '/staff/audit'],
      [asked, '/signin/second-step'],
    ] as const) {
      const { results } = await validator.validateString(await (await person.visit(path)).text())
      expect([path, results.flatMap(({ messages }) => messages.map(({ message }) => message))]).toEqual([
        path,
        [],
      ])
    }
  })
})

test('STF-8 setting up the app again in one session creates a new secret', async () => {
  const { shop, first, key } = await ruthWithApp()
  expect((await first.call('POST', '/account/second-factor/remove', { factor: 'app' })).status).toBe(200)
  const next = await keyOnPage(first)
  expect(next).not.toBe(key)
  const confirm = (secret: string) =>
    first.call('POST', '/account/second-factor/app', { code: codeOf(secret, shop) })
  expect((await confirm(key)).status).toBe(422)
  expect((await confirm(next)).status).toBe(200)
})
