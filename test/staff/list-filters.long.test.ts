import { expect, test } from 'vitest'
import { signedIn } from '../support/account.ts'
import { RUTH } from '../support/staff.ts'
import { world } from '../support/world.ts'

const UNKNOWN: [path: string, message: string][] = [
  ['/staff/reports?by=year', 'There is no period "year". Please use day, week or month.'],
  ['/staff/audit?verb=nonsense', 'Please choose from the list what was done.'],
  ['/staff/claims?state=lost', 'There is no state "lost". Please use open or answered.'],
  ['/staff/reviews?queue=all', 'There is no queue "all". Please use waiting, reported or decided.'],
  ['/staff/members?risk=any', 'There is no risk "any". Please use card, paused or skipping.'],
  ['/staff/statements?state=paid', 'There is no state "paid". Please use open, closed or to_pay.'],
  ['/staff/statements?sort=name', 'There is no sort "name". Please use farm, sold, owed or left.'],
]

test.each(UNKNOWN)('REL-4 %s is refused in words', async (path, message) => {
  const ruth = await signedIn(await world(), RUTH)
  const answer = await ruth.call('GET', path)
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ error: message })
  const page = await ruth.visit(path)
  expect(page.status).toBe(422)
  expect((await page.text()).replaceAll('&quot;', '"')).toContain(message)
})

test('REL-4 what staff can do is a filter of the trail before anyone has done it', async () => {
  const ruth = await signedIn(await world(), RUTH)
  expect((await ruth.call('GET', '/staff/audit?verb=order.refunded')).status).toBe(200)
  for (const path of ['/staff/reports?by=', '/staff/members?risk=', '/staff/statements?state=&sort='])
    expect((await ruth.call('GET', path)).status, path).toBe(200)
})
