import { expect, test, vi } from 'vitest'
import { BEN, signedIn, userOf } from '../support/account.ts'
import { eventually, field, find } from '../support/dom-elements.ts'
import { openPage, settled } from '../support/dom-page.ts'
import { postText } from '../support/text-webhooks.ts'
import { textsAt } from '../support/texts.ts'
import { world } from '../support/world.ts'

const NUMBER = '(206) 555-0177'
const PHONE = '+12065550177'

const card = () => find('#account_texts').textContent ?? ''
const code = () => field(/^6-digit code/)

/** The account page of a user who was texted a code. */
async function waitingPage() {
  const shop = await world()
  const ben = await signedIn(shop, BEN)
  const path = `/v1/turn_on_sms_notifications/${userOf(shop, BEN).token}`
  expect((await ben.call('POST', path, { mobile_phone_number: NUMBER })).status).toBe(200)
  await shop.settleDown()
  const user = await openPage(ben, '/account')
  return { shop, user, sent: /\b\d{6}\b/.exec(textsAt(shop, PHONE).at(-1) ?? '')?.[0] ?? '' }
}

function comeBack() {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('BEH-13 the sixth digit submits the code, ignoring other characters typed or pasted', async () => {
  const { user, sent } = await waitingPage()
  await user.type(code(), `${sent.slice(0, 3)}-${sent.slice(3, 5)}x`)
  expect(code().value).toBe(sent.slice(0, 5))
  expect(card()).toContain('We texted a code')
  await user.type(code(), sent.slice(5))
  await eventually(card).toContain(`Texts are on for ${NUMBER}`)
})

test('BEH-13 a page waiting for a code shows a YES from the phone once the tab is visible again, and keeps a partly typed code', async () => {
  const { shop, user } = await waitingPage()
  const yes = { MessageSid: 'SM1', From: PHONE, To: '+12065550199', Body: 'YES' }
  expect((await postText(shop, yes)).status).toBe(200)
  await user.type(code(), '12')
  comeBack()
  await settled()
  expect(code().value).toBe('12')
  await user.clear(code())
  comeBack()
  await eventually(card).toContain(`Texts are on for ${NUMBER}`)
})

test('BEH-13 choosing another number focuses its field', async () => {
  const { user } = await waitingPage()
  await user.click(find('summary', 'Use another number'))
  await eventually(() => document.activeElement?.getAttribute('name')).toBe('mobile_phone_number')
})
