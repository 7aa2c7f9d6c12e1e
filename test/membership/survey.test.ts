import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders, surveyResponses } from '#db/schema/index.ts'
import { BEN, signedIn } from '../support/account.ts'
import { expectOk, orderOf } from '../support/buying.ts'
import { placeRecurring } from '../support/own-cards.ts'
import { world } from '../support/world.ts'

async function newMember() {
  const made = await world()
  const ben = await signedIn(made)
  const token = await placeRecurring(made, ben, BEN)
  const answer = (answers: unknown) => ben.call('POST', `/v1/post_survey_response/${token}`, { answers })
  const stored = () => made.db.select().from(surveyResponses).all()
  return { made, ben, token, answer, stored }
}

test('ORD-1 a new membership has its own confirmation page, with a survey', async () => {
  const { ben, token, made } = await newMember()
  const confirmation = await ben.visit(`/order/${token}/confirmation`)
  expect([confirmation.status, confirmation.headers.get('location')]).toEqual([
    302,
    `/order/${token}/steakholder`,
  ])
  const page = await (await expectOk(ben.visit(`/order/${token}/steakholder`))).text()
  expect(page).toContain(`action="/v1/post_survey_response/${token}"`)
  expect(page).toContain('every 4 weeks')
  expect(page).toContain(orderOf(made.db, token).identifier)
  const oneTime = made.db.select().from(orders).where(eq(orders.recurring, false)).get()!
  expect((await ben.visit(`/order/${oneTime.token}/steakholder`)).status).toBe(302)
})

test('ORD-1 a survey has one response per order, a later one replaces it, and it is in the data export', async () => {
  const { ben, answer, stored, made, token } = await newMember()
  await expectOk(answer({ heard_from: 'A friend', household: '2' }))
  const form = new URLSearchParams({ 'answers[wish]': 'More bison', 'answers[household]': '2' })
  const sent = await ben.submit('POST', `/v1/post_survey_response/${token}`, Object.fromEntries(form))
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/order/${token}/steakholder`])
  expect(stored()).toMatchObject([
    { orderId: orderOf(made.db, token).id, answers: { wish: 'More bison', household: '2' } },
  ])
  expect(await (await ben.visit(`/order/${token}/steakholder`)).text()).toContain('More bison')
  expect(JSON.stringify(await (await ben.visit('/account/data')).json())).toContain('More bison')
})

test('ORD-1 SEC-4 invalid answers are rejected, and another shopper cannot respond', async () => {
  const { answer, stored, made, token } = await newMember()
  for (const odd of [
    undefined,
    'yes',
    ['A friend'],
    {},
    { unasked: 'x' },
    { household: 'a thousand' },
    { wish: 'x'.repeat(501) },
    { wish: { $gt: '' } },
  ])
    expect([JSON.stringify(odd), (await answer(odd)).status]).toEqual([JSON.stringify(odd), 422])
  const eve = await made.shopper()
  const foreign = await eve.call('POST', `/v1/post_survey_response/${token}`, { answers: { wish: 'x' } })
  expect(foreign.status).toBe(404)
  expect(stored()).toEqual([])
})
