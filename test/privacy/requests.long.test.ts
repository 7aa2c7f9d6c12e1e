import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobs, mailedLinks, orders, passwordAttempts, personalDataRequests } from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { endWhatIsOld } from '#src/work/retention.ts'
import { BEN, mailedPath, mailsTo, signedIn, userOf } from '../support/account.ts'
import { prepareToPay, readyToPay } from '../support/buying.ts'
import { type World, world } from '../support/world.ts'

const CALL = '/v1/update_personal_data'
const REQUEST = { request_type: 'access', email: BEN, full_name: 'Ben Castellano', state: 'CA' }

type Fields = Partial<typeof REQUEST> & { correction?: string }
const LINK = '/privacy/personal-data/'

async function asked(fields: Fields = {}) {
  const made = await world()
  const guest = await made.shopper()
  const answer = await guest.call('POST', CALL, { ...REQUEST, ...fields })
  return { made, guest, answer, link: await mailedPath(made, fields.email ?? BEN, LINK) }
}

const filed = ({ db }: World) => db.select().from(personalDataRequests).all()

test('SET-3 a request is only filed and mailed, with the same response for known and unknown emails', async () => {
  const { made, guest, answer } = await asked()
  const unknown = await guest.call('POST', CALL, { ...REQUEST, email: 'Nobody@Example.com' })
  expect([answer.status, await answer.text()]).toEqual([unknown.status, await unknown.text()])
  await made.settleDown()
  expect([mailsTo(made, BEN).length, mailsTo(made, 'nobody@example.com').length]).toEqual([1, 1])
  expect(filed(made).map(({ kind, confirmedAt, doneAt }) => [kind, confirmedAt, doneAt])).toEqual([
    ['access', null, null],
    ['access', null, null],
  ])
  const secret = /personal-data\/([\w-]+)/.exec(mailsTo(made, BEN)[0]?.text ?? '')?.[1] ?? ''
  const queued = JSON.stringify(made.db.select().from(jobs).all())
  expect(JSON.stringify(filed(made)) + queued).not.toContain(secret)
  expect(queued).not.toContain('@')
})

test.each([
  [{ request_type: 'sell' }, 'Please choose one of these.'],
  [{ email: 'ben' }, 'Please enter a valid email address.'],
  [{ full_name: ' ' }, 'Please enter your full name.'],
  [{ full_name: 'Ben\nBcc: x@example.com' }, 'Please keep this short'],
  [{ full_name: 'x'.repeat(101) }, 'Please keep this short'],
  [{ state: 'Bavaria' }, 'Please choose the state you live in.'],
])('SET-3 SEC-5 %j is refused with a message, which a plain form shows, too', async (fields, sentence) => {
  const made = await world()
  const guest = await made.shopper()
  const answer = await guest.call('POST', CALL, { ...REQUEST, ...fields })
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(sentence)])
  const page = await guest.submit('POST', CALL, { ...REQUEST, ...fields })
  expect([page.status, await page.text()]).toEqual([422, expect.stringContaining(sentence)])
  expect(filed(made)).toEqual([])
})

test('SET-3 SEC-3 five requests a minute, and three emails an hour per address', async () => {
  const { made, guest } = await asked()
  for (let more = 0; more < 5; more++) expect((await guest.call('POST', CALL, REQUEST)).status).toBe(200)
  expect(filed(made)).toHaveLength(3)

  const limited = await world({ config: { rateLimited: true } })
  const eve = await limited.shopper()
  const statuses = []
  for (let at = 0; at < 6; at++)
    statuses.push((await eve.call('POST', CALL, { ...REQUEST, email: `${at}@example.com` })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test("SET-3 the mail's reader gets the file for a day, only after pressing the button", async () => {
  const { made, link } = await asked()
  const reader = await made.shopper()
  expect((await reader.visit(`${link}/file`)).status).toBe(404)
  const page = await reader.visit(link)
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
  expect(filed(made)[0]?.confirmedAt).toBeNull()
  expect((await reader.submit('POST', link)).headers.get('location')).toBe(link)
  const file = await reader.visit(`${link}/file`)
  expect([file.status, file.headers.get('content-disposition'), file.headers.get('cache-control')]).toEqual([
    200,
    'attachment; filename="personal-data.json"',
    'no-store',
  ])
  expect(await file.json()).toMatchObject({ store: 'Droveway', account: { email: BEN, first_name: 'Ben' } })
  made.pass(DAY_MS)
  expect([(await reader.visit(link)).status, (await reader.visit(`${link}/file`)).status]).toEqual([410, 404])
})

test('SET-3 an unconfirmed link expires after a day, and its request is deleted', async () => {
  const { made, guest, link } = await asked()
  made.pass(DAY_MS)
  expect([(await guest.visit(link)).status, (await guest.submit('POST', link)).status]).toEqual([410, 410])
  made.pass(1)
  await endWhatIsOld(made.services)
  expect(filed(made)).toEqual([])
})

test('SET-3 SEC-3 emails typed by strangers, and failed passwords for them, are deleted in time', async () => {
  const { made, guest } = await asked()
  await guest.call('POST', '/v1/send_email_login_link', { email_address: 'nobody@example.com' })
  await guest.call('POST', '/v1/send_email_login_link', { email_address: BEN })
  await guest.call('POST', '/v1/cc_signin', { email: 'nobody@example.com', password: 'guessed' })
  const kept = () => [
    made.db
      .select()
      .from(mailedLinks)
      .all()
      .map(({ email }) => email),
    made.db.select().from(passwordAttempts).all().length,
  ]
  await endWhatIsOld(made.services)
  expect(kept()).toEqual([['nobody@example.com', BEN], 1])
  made.pass(2 * DAY_MS)
  await endWhatIsOld(made.services)
  expect(kept()).toEqual([[BEN], 0])
  made.pass(30 * DAY_MS)
  await endWhatIsOld(made.services)
  expect(kept()).toEqual([[], 0])
})

test('SET-3 confirming an erasure first shows what is deleted and what stays, as the account page does', async () => {
  const { made, guest, link } = await asked({ request_type: 'delete' })
  const wordsOf = (page: string) => /<ul class="erasure-words">.*?<\/ul>/s.exec(page)?.[0]
  const page = await (await guest.visit(link)).text()
  expect(wordsOf(page)).toContain('be undone')
  expect(wordsOf(page)).toBe(wordsOf(await (await (await signedIn(made)).visit('/account')).text()))
  expect(page).not.toContain('autofocus')
})

test('SET-3 wrong links are rate-limited', async () => {
  const made = await world({ config: { rateLimited: true } })
  const eve = await made.shopper()
  const statuses = []
  for (let at = 0; at < 11; at++)
    statuses.push((await eve.submit('POST', `${LINK}${String(at).padStart(43, 'A')}`)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 410), 429])
})

async function askedToDelete(email = BEN) {
  const { made, guest, link } = await asked({ request_type: 'delete', email })
  await guest.submit('POST', link)
  const [request] = filed(made)
  return { made, guest, path: `/staff/data-requests/${request?.token}` }
}

test("SET-3 SEC-4 the queue is for staff only; for everyone else it doesn't exist", async () => {
  const { made, guest, path } = await askedToDelete()
  for (const email of [BEN, 'vendor@example.com', 'fulfillment@example.com']) {
    const other = await signedIn(made, email)
    expect((await other.visit('/staff/data-requests')).status).toBe(404)
    expect((await other.call('POST', path, { decision: 'erase' })).status).toBe(404)
  }
  expect((await guest.call('POST', path, { decision: 'erase' })).status).toBe(401)
  expect(userOf(made, BEN).email).toBe(BEN)
  const ruth = await signedIn(made, 'staff@example.com')
  const { requests } = (await (await ruth.call('GET', '/staff/data-requests')).json()) as {
    requests: Record<string, unknown>[]
  }
  expect(requests).toMatchObject([{ kind: 'delete', confirmed_at: expect.any(String), done_at: null }])
  const page = await (await ruth.visit('/staff/data-requests')).text()
  expect(page).toContain('Ben Castellano')
  expect(page).toContain('45 days left')
  // Erasing is in a fold: one press in the wrong row must not erase anyone.
  const [fold = ''] = page.match(/<details class="request-queue__erase">.*?<\/details>/s) ?? []
  expect(fold).toContain('be undone.')
  expect(fold).toContain('value="erase"')
  expect(page.match(/value="erase"/g)).toHaveLength(1)
})

test('SET-3 staff erase the requester once, and a last mail confirms it', async () => {
  const { made, path } = await askedToDelete()
  const ruth = await signedIn(made, 'staff@example.com')
  expect((await ruth.submit('POST', path, { decision: 'erase' })).headers.get('location')).toBe(
    '/staff/data-requests',
  )
  expect(() => userOf(made, BEN)).toThrow()
  await made.settleDown()
  expect(mailsTo(made, BEN).at(-1)?.subject).toBe('Your Droveway data has been deleted')
  expect((await ruth.call('POST', path, { decision: 'erase' })).status).toBe(409)
  expect(await (await ruth.visit('/staff/data-requests')).text()).toMatch(/Erased Friday/)
})

test('SET-3 or staff give a reason for refusing, which is mailed', async () => {
  const { made, path } = await askedToDelete()
  const ruth = await signedIn(made, 'staff@example.com')
  expect((await ruth.call('POST', path, { decision: 'refuse' })).status).toBe(422)
  expect((await ruth.call('POST', path, { decision: 'shred' })).status).toBe(422)
  expect((await ruth.call('POST', path, { decision: 'refuse', reason: 'A refund is open.' })).status).toBe(
    200,
  )
  await made.settleDown()
  expect(mailsTo(made, BEN).at(-1)?.text).toContain('The reason: A refund is open.')
  expect(userOf(made, BEN).email).toBe(BEN)
})

async function askedToCorrect() {
  const fields = { request_type: 'correct', correction: 'My name is Benjamin, not Ben.' }
  const { made, guest, link } = await asked(fields)
  expect(await (await guest.visit(link)).text()).toContain('My name is Benjamin, not Ben.')
  await guest.submit('POST', link)
  expect(await (await guest.visit(link)).text()).toContain('request to correct the data')
  return { made, guest, path: `/staff/data-requests/${filed(made)[0]?.token}` }
}

test('SET-3 staff correct the data once, which is mailed', async () => {
  const { made, path } = await askedToCorrect()
  const ruth = await signedIn(made, 'staff@example.com')
  const queue = await (await ruth.visit('/staff/data-requests')).text()
  expect(queue).toContain('My name is Benjamin, not Ben.')
  expect(queue).toContain('Due Mon, Jan 4, 45 days left')
  expect((await ruth.call('POST', path, { decision: 'erase' })).status).toBe(422)
  expect(userOf(made, BEN).email).toBe(BEN)
  expect((await ruth.call('POST', path, { decision: 'corrected' })).status).toBe(200)
  expect((await ruth.call('POST', path, { decision: 'corrected' })).status).toBe(409)
  await made.settleDown()
  expect(mailsTo(made, BEN).at(-1)?.subject).toBe('Your Droveway data has been corrected')
  expect(await (await ruth.visit('/staff/data-requests')).text()).toMatch(/Corrected Friday/)
})

test("SET-3 a correction works with the spec's fields alone, and can be refused with a reason", async () => {
  const { made, guest, link } = await asked({ request_type: 'correct' })
  await guest.submit('POST', link)
  const path = `/staff/data-requests/${filed(made)[0]?.token}`
  const ruth = await signedIn(made, 'staff@example.com')
  const refusal = { decision: 'refuse', reason: 'Please tell us what is wrong.' }
  expect((await ruth.call('POST', path, refusal)).status).toBe(200)
  await made.settleDown()
  const mail = mailsTo(made, BEN).at(-1)
  expect(mail?.subject).toBe('About your request to correct your Droveway data')
  expect(mail?.text).toContain('The reason: Please tell us what is wrong.')
})

test('SET-3 of concurrent decisions the first stands, and only it takes effect', async () => {
  const { made, path } = await askedToDelete()
  const ruth = await signedIn(made, 'staff@example.com')
  const answers = await Promise.all([
    ruth.call('POST', path, { decision: 'refuse', reason: 'A refund is open.' }),
    ruth.call('POST', path, { decision: 'erase' }),
    ruth.call('POST', path, { decision: 'refuse', reason: 'Another reason.' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 409])
  expect(userOf(made, BEN).email).toBe(BEN)
  await made.settleDown()
  expect(mailsTo(made, BEN).filter(({ text }) => text.includes('The reason:'))).toHaveLength(1)
})

test('SET-3 a guest who only ordered is found by email, and erased once the order is no longer needed', async () => {
  const { made, guest } = await asked()
  const ana = await made.shopper()
  const token = await readyToPay(ana, made.db)
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret)
  await made.settleDown()
  const orderNow = () => made.db.select().from(orders).where(eq(orders.token, token)).get()
  const email = orderNow()?.email ?? ''

  await guest.call('POST', CALL, { ...REQUEST, email })
  const link = await mailedPath(made, email, LINK)
  await guest.submit('POST', link)
  const file = (await (await guest.visit(`${link}/file`)).json()) as { orders: object[]; account: null }
  expect(file.orders).toMatchObject([{ order_identifier: orderNow()?.identifier, email, payments: [{}] }])
  expect(file.account).toBeNull()

  await guest.call('POST', CALL, { ...REQUEST, email, request_type: 'delete' })
  await made.settleDown()
  const wish = filed(made).find(({ kind }) => kind === 'delete')
  const [mail] = mailsTo(made, email).slice(-1)
  await guest.submit('POST', /\/privacy\/personal-data\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '')
  const ruth = await signedIn(made, 'staff@example.com')
  await ruth.call('POST', `/staff/data-requests/${wish?.token}`, { decision: 'erase' })
  expect(orderNow()).toMatchObject({ sessionHash: null, deliveryStreet1: expect.any(String) })
  made.pass(60 * DAY_MS)
  await made.settleDown()
  expect(orderNow()).toMatchObject({ email: null, deliveryName: null, deliveryStreet1: null, state: 'paid' })
})
