import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { addRole } from '#src/accounts/role-grants.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { signedIn, userOf } from '../support/account.ts'
import { CENTER, PRIYA } from '../support/clerks.ts'
import { boughtLabels } from '../support/label-jobs.ts'
import { press, readWave, shipmentsOf, WAVE, waveShop } from '../support/waves.ts'

type Line = { bid_item_token: string; quantity: number }

/** The demo's wave, and a second clerk at its center. */
async function twoClerks() {
  const { shop, dale, boxes } = await waveShop()
  await durably(shop.db, (tx) => addRole(tx, userOf(shop, PRIYA).id, { role: 'fulfillment', subjectId: 1 }))
  const priya = await signedIn(shop, PRIYA)
  const packsOf = async ({ token }: Order): Promise<string[]> => {
    const { lines } = await (await dale.call('GET', `${WAVE}/pack?order_token=${token}`)).json()
    return lines.flatMap((line: Line) => Array(line.quantity).fill(line.bid_item_token))
  }
  return { shop, dale, priya, boxes, packsOf }
}

test.each(['packed', 'shipped'] as const)(
  'FUL-6 FUL-11 a box that a colleague is scanning packs into isn’t marked as %s',
  async (step) => {
    const { shop, dale, priya, boxes, packsOf } = await twoClerks()
    const [box, other] = boxes as [Order, Order]
    const [last, ...packs] = await packsOf(box)
    const scan = (barcode?: string) =>
      priya.call('POST', `${WAVE}/scan`, { order_token: box.token, barcode: barcode ?? '' })
    for (const barcode of packs) expect((await scan(barcode)).status).toBe(200)

    const refused = await press(dale, step, [box, other])
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'half_packed' }])
    const sent = { 'order_tokens[]': box.token, without_labels: '1' }
    const page = await dale.submit('POST', `${WAVE}/${step}`, sent)
    expect(await page.text()).toContain(
      `Only some packs are scanned into ${box.identifier}. Finish it on the packing page first. Nothing was changed.`,
    )
    const states = (await readWave(dale)).orders.map(({ state }: { state: string }) => state)
    expect(new Set(states)).toEqual(new Set(['to_pack']))

    expect((await (await scan(last)).json()).message).toContain('is packed')
    expect((await press(dale, step, [box, other])).status).toBe(200)
    expect(ledgerProblems(shop.db)).toEqual([])
  },
)

test('FUL-11 a clerk reads that a colleague packs the same box, and is sent on to one that nobody has begun', async () => {
  const { dale, priya, boxes, packsOf } = await twoClerks()
  const [box, second, third] = boxes as [Order, Order, Order]
  const [first, ...packs] = await packsOf(box)
  const scan = (clerk: typeof dale, barcode = '') =>
    clerk.submit('POST', `${WAVE}/scan`, { order_token: box.token, barcode })
  const pageOf = async (clerk: typeof dale) =>
    (await clerk.visit(`${WAVE}/pack?order_token=${box.token}`)).text()
  const said = 'Dale Reyes has put 1 pack into this box. Ask before you add more.'

  expect((await scan(dale, first)).status).toBe(303)
  expect(await pageOf(dale)).not.toContain('into this box')
  expect(await pageOf(priya)).toContain(said)
  expect(await (await scan(priya, 'nothing')).text()).toContain(said)
  const start = async (clerk: typeof dale) =>
    /order_token=([\w-]+)">Start box/.exec(await (await clerk.visit(`${WAVE}/pack`)).text())?.[1]
  expect([await start(dale), await start(priya)]).toEqual([box.token, second.token])

  for (const barcode of packs) await scan(dale, barcode)
  const late = await scan(priya, packs[0])
  expect(late.status).toBe(409)
  expect(await late.text()).toContain(`Dale Reyes packed box ${box.identifier}. Nothing was changed.`)

  // Where colleagues have begun all that is left, their boxes are offered.
  const others = boxes.filter(({ token }) => token !== box.token && token !== third.token)
  await press(priya, 'remove', others)
  const [pack] = await packsOf(third)
  await dale.submit('POST', `${WAVE}/scan`, { order_token: third.token, barcode: pack ?? '' })
  expect(await start(priya)).toBe(third.token)
})

test('FUL-6 FUL-11 a box that is half packed is refused before anyone asks about its label', async () => {
  const { shop, dale, priya, boxes, packsOf } = await twoClerks()
  const [box, other] = boxes as [Order, Order]
  const [pack = ''] = await packsOf(box)
  expect((await priya.call('POST', `${WAVE}/scan`, { order_token: box.token, barcode: pack })).status).toBe(
    200,
  )
  const refused = await dale.submit('POST', `${WAVE}/shipped`, { 'order_tokens[]': box.token })
  const page = await refused.text()
  expect([refused.status, page.includes(`Only some packs are scanned into ${box.identifier}.`)]).toEqual([
    409,
    true,
  ])
  expect(page).not.toContain('without a label')
  const asked = await dale.submit('POST', `${WAVE}/shipped`, { 'order_tokens[]': other.token })
  expect([asked.status, (await asked.text()).includes(`Without a label: ${other.identifier}.`)]).toEqual([
    409,
    true,
  ])
  expect([box, other].flatMap((each) => shipmentsOf(shop, each))).toEqual([])
})

test('FUL-10 a clerk whose colleague made the manifest sees the wave with it', async () => {
  const { shop, dale, priya, boxes } = await twoClerks()
  await boughtLabels(shop, dale)
  const fields = { ship_on: boxes[0]?.shipOn ?? '', wave: '1' }
  expect((await dale.submit('POST', `${CENTER}/manifests`, fields)).status).toBe(303)
  await shop.settleDown()
  const late = await priya.submit('POST', `${CENTER}/manifests`, fields)
  const page = await late.text()
  expect(late.status).toBe(409)
  expect(page).toContain('Every parcel of that day that has a label is on a manifest already.')
  expect(page).toContain(`href="${CENTER}/manifests/1"`)
  const elsewhere = await priya.submit('POST', `${CENTER}/manifests`, { ...fields, wave: '999' })
  expect(elsewhere.status).toBe(409)
})
