import { expect, test, vi } from 'vitest'
import { find, findAll } from '../support/dom-elements.ts'
import { openPage, waitFor } from '../support/dom-page.ts'
import { taster } from '../support/tastes.ts'

const MEGABYTE = 1024 * 1024
const photo = (name: string, megabytes: number) =>
  new File([new Uint8Array(megabytes * MEGABYTE)], name, { type: 'image/jpeg' })

test('ORD-9 a photo over 8 MB is refused when it is chosen, and the others stay', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('drawn elsewhere')))
  const made = await taster()
  const { token } = made.deliver({ slugs: ['grass-fed-ribeye'] })
  const user = await openPage(made.mo, `/account/orders/${token}/claims`)
  const [first, second] = findAll<HTMLInputElement>('.photo-slot input')
  const problem = () => find('.photo-slot:nth-child(2) .photo-slot__problem')
  await user.upload(first!, photo('small.jpg', 1))
  await user.upload(second!, photo('huge.jpg', 9))
  await waitFor(() => expect(problem().hidden).toBe(false))
  expect(problem().textContent).toBe('That photo is over 8 MB. Please choose a smaller one.')
  expect([first?.files?.length, second?.files?.length]).toEqual([1, 0])
  await user.upload(second!, photo('smaller.jpg', 2))
  await waitFor(() => expect(problem().hidden).toBe(true))
  expect(second?.files?.length).toBe(1)
})
