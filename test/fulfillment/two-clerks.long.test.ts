import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { addRole } from '#src/accounts/role-grants.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { signedIn, userOf } from '../support/account.ts'
import { PRIYA } from '../support/clerks.ts'
import { press, readWave, WAVE, waveShop } from '../support/waves.ts'

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
