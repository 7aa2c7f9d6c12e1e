import { expect, test } from 'vitest'
import { signedIn } from '../support/account.ts'
import { draftDesk } from '../support/drafts.ts'
import { editableBox } from '../support/editing.ts'
import { fieldsByEnter } from '../support/form-fields.ts'
import type { Shopper } from '../support/shopper.ts'
import { RUTH } from '../support/staff.ts'

/** Types into the form at its own address and presses Enter. */
async function enter(who: Shopper, path: string, typed: Record<string, string>) {
  const page = await (await who.visit(path)).text()
  return who.submit('POST', path, { ...fieldsByEnter(page, path), ...typed })
}

test('ORD-7 Enter in a quantity shows the difference, and Enter after a new search word searches', async () => {
  const { ana, editPath, roast } = await editableBox()
  const typed = { [`quantities[${roast.token}]`]: '1' }
  const difference = await (await enter(ana, editPath, typed)).text()

  expect(difference).toContain('Change your box?')
  const found = await (await enter(ana, editPath, { ...typed, q: roast.name })).text()
  expect(found).toContain('Edit your box')
  expect(found).toContain(`quantities[${roast.token}]`)
})

test('STF-2 Enter in a quantity shows staff the difference, and after a new search word searches', async () => {
  const { shop, token, roast } = await editableBox()
  const ruth = await signedIn(shop, RUTH)
  const path = `/staff/orders/${token}/edit`
  const typed = { [`quantities[${roast.token}]`]: '1' }
  expect(await (await enter(ruth, path, typed)).text()).toContain('Change this box?')
  expect(await (await enter(ruth, path, { ...typed, q: roast.name })).text()).toContain('See the difference')
})

test("STF-3 Enter in a draft's packs or price saves the box, and after a new search word searches", async () => {
  const { ruth, path, pack, fill, lines } = await draftDesk()
  await fill(1)
  const found = await (await enter(ruth, path, { [`quantities[${pack}]`]: '2', q: 'salmon' })).text()
  expect(found).toContain('Save the box')
  expect(lines()).toEqual([[1, 0, 0]])
  const saved = await enter(ruth, path, { [`quantities[${pack}]`]: '2' })
  expect(saved.headers.get('location')).toBe(path)
  expect(lines()).toEqual([[2, 0, 0]])
})
