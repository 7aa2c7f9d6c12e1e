import { expect, test } from 'vitest'
import { button, eventually, field, find } from '../support/dom-elements.ts'
import { openPage } from '../support/dom-page.ts'
import { draftDesk } from '../support/drafts.ts'

const alertOf = (form: string) => find(`form[action$="${form}"] [role="alert"]`).textContent

test('STF-3 a draft’s other forms wait while its box or its address has changes that nobody saved', async () => {
  const { ruth, path, fill } = await draftDesk()
  await fill(2)
  const user = await openPage(ruth, path)
  const packs = field(/^Packs/)
  await user.clear(packs)
  await user.type(packs, '5')
  await user.type(field(/^City/), 'Seattle')
  await user.click(button(/^Save$/))
  expect(alertOf(path)).toContain('Please save it first')
  expect(document.activeElement).toBe(button('Save the box'))

  await user.clear(packs)
  await user.type(packs, '2')
  await user.click(button('Send a link'))
  expect([alertOf(path), alertOf('/delivery')]).toEqual(['', expect.stringContaining('Please save it first')])
  await user.click(button(/^Save$/))
  await eventually(() => find('main').textContent).toContain('Please fill in the missing fields')

  await user.click(button('Send a link'))
  expect(alertOf('/delivery')).toContain('Please save it first')
})
