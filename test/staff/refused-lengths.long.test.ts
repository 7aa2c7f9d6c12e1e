import { expect, test } from 'vitest'
import { farms } from '#db/schema/index.ts'
import { paths } from '#src/paths.ts'
import { signedIn, userOf } from '../support/account.ts'
import { FARMER } from '../support/farms.ts'
import { setUpApp } from '../support/second-factor.ts'
import { RUTH } from '../support/staff.ts'
import { world } from '../support/world.ts'

async function desk() {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  const send = async (path: string, fields: Record<string, string>) => {
    const refused = await ruth.submit('POST', path, fields)
    expect(refused.status).toBe(422)
    return refused.text()
  }
  return { shop, ruth, send }
}

test('STF-8 a refused invitation with too long an address keeps the address and the work', async () => {
  const { send } = await desk()
  const email = `${'a'.repeat(250)}@example.com`
  const page = await send(paths.staffPeople(), { email, work: 'staff' })
  for (const kept of [`value="${email}"`, 'value="staff" selected', 'aria-label="People"'])
    expect(page).toContain(kept)
  expect(page).toContain('Please check “Email”: at most 254 characters.')
})

test('STF-8 a refused reset of a second step keeps its reason', async () => {
  const { shop, send } = await desk()
  await setUpApp(shop, await signedIn(shop, FARMER))
  const reason = 'She called me from her own number. '.repeat(6).trim()
  const page = await send(paths.resetFactor(userOf(shop, FARMER).token), { reason })
  expect(page).toContain(`value="${reason}"`)
  expect(page).toContain('Please check “They lost it. How do you know it’s really them?”: at most 200')
})

test('FRM-1 refused terms with too long a price keep the form, and name its field', async () => {
  const { shop, send } = await desk()
  const slug = shop.db.select().from(farms).get()?.slug ?? ''
  const typed = { kind: 'pack', price: '8.5000000000000', starts_on: '2026-12-24', seen: '1' }
  const page = await send(paths.farmTerms(slug), typed)
  for (const kept of ['value="8.5000000000000"', 'value="pack" checked', 'value="2026-12-24"'])
    expect(page).toContain(kept)
  expect(page).toContain('Please check “Purchase price in dollars”: at most 12 characters.')
})
