import { expect, onTestFinished, test, vi } from 'vitest'
import { packedPackages } from '#db/schema/index.ts'
import { button, eventually, field, find } from '../support/dom-elements.ts'
import { openPage } from '../support/dom-page.ts'
import { WAVE, waveShop } from '../support/waves.ts'

const status = () => find('.pack__waiting').textContent ?? ''
const unsent = () => JSON.parse(localStorage.getItem(`unsent-scans ${WAVE}/scan`) ?? '[]')

async function openBox() {
  const made = await waveShop()
  const [box] = made.boxes
  const path = `${WAVE}/pack?order_token=${box!.token}`
  const { lines } = await (await made.dale.call('GET', path)).json()
  const codes: string[] = lines.map(({ bid_item_token }: { bid_item_token: string }) => bid_item_token)
  const packed = () => made.shop.db.select().from(packedPackages).all()
  onTestFinished(() => localStorage.clear())
  return { ...made, path, codes, packed, user: await openPage(made.dale, path) }
}

/** Takes the device offline until `back`. */
function loseNetwork() {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => online.mockRestore())
  return {
    back() {
      online.mockReturnValue(true)
      window.dispatchEvent(new Event('online'))
    },
  }
}

test('FUL-11 offline scans wait on the device and are sent in order once it is online', async () => {
  const { user, codes, packed } = await openBox()
  const network = loseNetwork()
  for (const code of codes.slice(0, 2)) await user.type(field('Barcode of the pack'), `${code}/L/1{Enter}`)
  expect([unsent().length, status(), packed()]).toEqual([2, expect.stringContaining('2 scans wait'), []])
  expect(field('Barcode of the pack').value).toBe('')
  network.back()
  await eventually(() => packed().length).toBe(2)
  expect(unsent()).toEqual([])
})

test('FUL-11 a scan whose response was lost is sent again and counts once; a rejected one says why', async () => {
  const { user, codes, packed } = await openBox()
  const network = loseNetwork()
  await user.type(field('Barcode of the pack'), `${codes[0]}{Enter}`)
  const answered = globalThis.fetch
  let calls = 0
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const answer = await answered(...args)
    calls += 1
    if (calls === 1) throw new TypeError('the network is gone')
    return answer
  })
  network.back()
  await eventually(() => packed().length).toBe(1)
  await eventually(status).toContain('1 scan waits')
  await user.type(field('Barcode of the pack'), 'no-such-pack{Enter}')
  await eventually(status).toContain('Nothing here has the barcode "no-such-pack"')
  expect([packed().length, unsent()]).toEqual([1, []])
})

test('FUL-11 no other box can be opened offline', async () => {
  const { user, boxes } = await openBox()
  loseNetwork()
  await user.type(field('Barcode of the pack'), `${boxes[1]!.identifier}.${boxes[1]!.version}{Enter}`)
  expect([status(), unsent()]).toEqual([expect.stringContaining('A new box needs the network'), []])
})

test('FUL-11 a scan after a button press goes into the field and does not press the button again', async () => {
  const { user, codes } = await openBox()
  loseNetwork()
  const inTheBox = button('It’s in the box')
  await user.click(inTheBox)
  inTheBox.focus()
  await user.keyboard(`${codes[1]}{Enter}`)
  expect(unsent()).toMatchObject([{ barcode: codes[0] }, { barcode: codes[1] }])
})

test('FUL-11 once online, the box shows what was packed and what was rejected', async () => {
  const { user, codes, packed } = await openBox()
  const network = loseNetwork()
  for (const code of [codes[0], 'no-such-pack', 'nor-this'])
    await user.type(field('Barcode of the pack'), `${code}{Enter}`)
  network.back()
  await eventually(() => packed().length).toBe(1)
  await eventually(status).toContain('"no-such-pack"')
  await eventually(() => find('.pack').textContent).toContain('1 of')
  expect(status().split('\n')).toHaveLength(2)
})
