import { expect, test } from 'vitest'
import { identities, sessions } from '#db/schema/index.ts'
import { sessionEndedStream } from '#src/accounts/session-ended.ts'
import { sha256 } from '#src/tokens.ts'
import { ANA, BEN, isSignedIn, signedIn, userOf } from '../support/account.ts'
import { type World, world } from '../support/world.ts'

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605 Version/18.0 Safari/604.1'
const LAPTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

async function twoPlaces() {
  const made = await world()
  const phone = await signedIn(made, BEN, PHONE)
  made.pass(3_600_000)
  return { made, phone, laptop: await signedIn(made, BEN, LAPTOP) }
}

/** The token the list uses for a session. */
const tokenOf = ({ db }: World, device: string) =>
  db
    .select()
    .from(sessions)
    .all()
    .find((session) => session.device === device)?.token ?? ''

test('SET-1 sessions are listed with device and time, the current one marked', async () => {
  const { laptop } = await twoPlaces()
  const page = await (await laptop.visit('/account')).text()
  const list = page.slice(page.indexOf('id="account_sessions"'), page.indexOf('id="account_linked"'))
  expect(list.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toMatch(
    /Chrome on Windows this device Signed in Friday, November 20, 2 pm EST .*Safari on iPhone Signed in Friday, November 20, 1 pm EST/,
  )
})

test('SET-1 SEC-1 ending a session takes effect at once, its socket included', async () => {
  const { made, phone, laptop } = await twoPlaces()
  const hash = made.db
    .select()
    .from(sessions)
    .all()
    .find(({ device }) => device === 'Safari on iPhone')?.idHash
  let closed = 0
  made.services.bus.listen(sessionEndedStream(hash ?? ''), () => closed++)
  const path = `/account/sessions/${tokenOf(made, 'Safari on iPhone')}`
  const answer = await laptop.submit('DELETE', path)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account#account_sessions'])
  expect(closed).toBe(1)
  expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, true])
  expect((await laptop.call('DELETE', path)).status).toBe(404)
  const again = await laptop.stream('DELETE', path) // another window's page still lists it
  expect([again.status, await again.text()]).toEqual([
    404,
    expect.stringMatching(/here anymore[\s\S]*this device/),
  ])
})

test('SET-1 ending all other sessions keeps the current one', async () => {
  const { made, phone, laptop } = await twoPlaces()
  const ana = await signedIn(made, ANA)
  const answer = await laptop.stream('DELETE', '/account/sessions')
  expect(await answer.text()).toContain('One other device is signed out.')
  expect([await isSignedIn(phone), await isSignedIn(laptop), await isSignedIn(ana)]).toEqual([
    false,
    true,
    true,
  ])
})

test('SET-1 ending the current session is a sign-out', async () => {
  const { made, phone, laptop } = await twoPlaces()
  const answer = await laptop.submit('DELETE', `/account/sessions/${tokenOf(made, 'Chrome on Windows')}`)
  expect([answer.headers.get('location'), answer.headers.get('clear-site-data')]).toEqual(['/', '"cache"'])
  expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([true, false])
})

test("SET-1 SEC-4 another account's session is a 404, like an unknown one", async () => {
  const { made, phone } = await twoPlaces()
  const ana = await signedIn(made, ANA)
  const ask = async (token: string) => {
    const answer = await ana.call('DELETE', `/account/sessions/${token}`)
    return [answer.status, await answer.text()]
  }
  expect(await ask(tokenOf(made, 'Safari on iPhone'))).toEqual(await ask('A'.repeat(22)))
  for (const odd of ['null', '%20', 'undefined']) expect((await ask(odd))[0]).toBe(404)
  expect(await isSignedIn(phone)).toBe(true)
})

test("SET-1 a linked sign-in is listed by its provider's name, and only its owner can remove it", async () => {
  const made = await world()
  const linked = { issuer: 'https://accounts.google.com', subject: '1077', linkedAt: made.clock.now() }
  made.db
    .insert(identities)
    .values({ ...linked, userId: userOf(made, BEN).id })
    .run()
  const [ben, ana] = [await signedIn(made), await signedIn(made, ANA)]
  expect(await (await ben.visit('/account')).text()).toContain('>Google<')
  const path = `/account/linked/${sha256(JSON.stringify([linked.issuer, linked.subject]))}`
  expect((await ana.call('DELETE', path)).status).toBe(404)
  expect(made.db.select().from(identities).all()).toHaveLength(1)
  expect((await ben.call('DELETE', path)).status).toBe(200)
  expect(made.db.select().from(identities).all()).toEqual([])
})
