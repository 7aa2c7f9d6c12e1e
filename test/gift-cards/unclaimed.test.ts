import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { boughtGiftCards } from '#db/schema/index.ts'
import { assertDay, DAY_MS } from '#src/day.ts'
import { UNCLAIMED_LAW, unclaimedOn } from '#src/gift-cards/unclaimed-law.ts'
import { paths } from '#src/paths.ts'
import { signedIn } from '../support/account.ts'
import { expectOk, prepareToPay, readyToPay } from '../support/buying.ts'
import { BY_EMAIL, boughtCards, cardsOf, mailedCode, TO_PRINT } from '../support/gift-cards.ts'
import { RUTH } from '../support/staff.ts'
import { world } from '../support/world.ts'

test('GFT-1 a balance becomes unclaimed after the years set by the buyer’s state, and never where cards are exempt', () => {
  const used = assertDay('2024-02-29')
  expect([unclaimedOn('NY', used), unclaimedOn('TX', assertDay('2026-12-31'))]).toEqual([
    '2029-03-01',
    '2029-12-31',
  ])
  expect(['CA', 'ZZ', null].map((state) => unclaimedOn(state, used))).toEqual([null, null, null])
  for (const { source } of Object.values(UNCLAIMED_LAW)) expect(source).toMatch(/\d/)
})

test('GFT-1 STF-9 the owner can export each unspent card with its buyer’s state, last use and the law', async () => {
  const shop = await world()
  const jane = await shop.shopper()
  const { token } = await boughtCards(shop, jane, BY_EMAIL, TO_PRINT)
  const [mailed, printed] = cardsOf(shop.db, token)
  shop.db.update(boughtGiftCards).set({ buyerState: 'NY' }).where(eq(boughtGiftCards.id, mailed!.id)).run()
  const code = mailedCode(shop, BY_EMAIL.recipient_email)
  shop.pass(2 * DAY_MS)
  const rosa = await shop.shopper()
  const order_token = await readyToPay(rosa, shop.db)
  await expectOk(rosa.call('POST', `/v1/apply_gift_and_promo_codes/${order_token}`, { text_entered: code }))
  const { clientSecret } = await prepareToPay(rosa, order_token)
  await rosa.confirm(clientSecret)
  await shop.settleDown()

  const ruth = await signedIn(shop, RUTH)
  const csv = await (
    await ruth.submit('POST', paths.staffExport('unclaimed'), { from: '2026-01-01', to: '2027-01-31' })
  ).text()
  const [head, ...rows] = csv.replace('\ufeff', '').trim().split('\r\n')
  expect(head).toBe('card,bought_on,last_used_on,buyer_state,cents,unclaimed_on,law')
  // The mailed card is fully spent.
  expect(rows.map((row) => row.split(',')[0])).toEqual([String(printed!.giftCardId)])
  shop.db.update(boughtGiftCards).set({ buyerState: 'NY' }).where(eq(boughtGiftCards.id, printed!.id)).run()
  const again = await (
    await ruth.submit('POST', paths.staffExport('unclaimed'), { from: '2026-01-01', to: '2027-01-31' })
  ).text()
  const [, card] = again.trim().split('\r\n')
  expect(card).toMatch(/^\d+,(\d{4})(-\d\d-\d\d),\1\2,NY,10000,\d{4}\2,N\.Y\. Aband\. Prop\. Law 1315$/)
})
