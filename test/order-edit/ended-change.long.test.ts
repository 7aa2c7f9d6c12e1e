import { expect, test } from 'vitest'
import { add, editableBox } from '../support/editing.ts'
import type { Shopper } from '../support/shopper.ts'

const ELEVEN_MINUTES = 11 * 60_000
const ENDED = 'This change has ended, and nothing was charged.'

/** Where a link leads, after its redirects. */
async function open(ana: Shopper, path: string): Promise<string> {
  const response = await ana.visit(path)
  const location = response.headers.get('location')
  return location === null ? (await response.text()).replaceAll('&#39;', "'") : open(ana, location)
}

test('ORD-7 the link to pay for a change says that the change has expired', async () => {
  const box = await editableBox()
  expect(await box.confirm(add(box.roast.token, 1))).toMatchObject({ status: 402 })
  box.shop.pass(ELEVEN_MINUTES)
  for (const path of [box.payPath, `${box.payPath}?authenticate=true`]) {
    expect(await open(box.ana, path)).toContain(ENDED)
    expect(await open(box.ana, `/account/orders/${box.token}`)).not.toContain(ENDED)
  }
  await box.shop.settleDown()
  expect(await open(box.ana, box.payPath)).toContain(ENDED)
})

test('ORD-7 the link to pay for a change says that its order was canceled meanwhile', async () => {
  const box = await editableBox()
  await box.confirm(add(box.roast.token, 1))
  await box.post(`/account/orders/${box.token}/cancel`, { version: box.order().version })
  expect(box.order().state).toMatch(/canceled|refunded/)
  expect(await open(box.ana, box.payPath)).toContain("This order was canceled, so there's nothing to pay.")
})
