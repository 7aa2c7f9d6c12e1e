import type { Tx } from '#db/client.ts'
import { promotions } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { giftCodeHash } from '../pricing/gift-cards.ts'
import { openGiftCard } from '../pricing/gift-ledger.ts'

const YEAR_MS = 365 * DAY_MS

export function seedCodes(tx: Tx, now: Instant) {
  tx.insert(promotions)
    .values([
      { code: 'WELCOME20', kind: 'percent', percent: 20, firstOrderOnly: true },
      { code: 'ONCE', kind: 'amount', amountCents: 1_000, useLimit: 1 },
      { code: 'SHIPFREE', kind: 'free_shipping' },
      { code: 'LASTYEAR', kind: 'percent', percent: 15, startsAt: now - 2 * YEAR_MS, endsAt: now - YEAR_MS },
    ])
    .run()
  const entry = { cents: 5_000, reference: 'demo', now }
  openGiftCard(tx, giftCodeHash('DEMOGIFT50000000'), 'issued', entry)
}
