import type { GiftCause } from '#db/schema/index.ts'
import { formatDate } from '#src/day.ts'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents } from '#src/money.ts'
import type { CreditCode, StoreCredit } from '#src/pricing/store-credit.ts'

export const StoreCreditPart = ({ credit }: { credit: StoreCredit }) => {
  const { balanceCents, entries, codes } = credit
  if (entries.length + codes.length === 0) return null
  return (
    <section class="wallet__part" id="store_credit" aria-labelledby="store_credit_title">
      <h2 class="wallet__title" id="store_credit_title">
        Store credit
      </h2>
      {entries.length > 0 && <Balance balanceCents={balanceCents} entries={entries} />}
      {codes.length > 0 && <Codes codes={codes} />}
    </section>
  )
}

const Balance = ({ balanceCents, entries }: Pick<StoreCredit, 'balanceCents' | 'entries'>) => (
  <>
    <p>
      <b class="wallet__balance">{formatCents(balanceCents)}</b> pays for your next box before your card does.
      It never expires.
    </p>
    <ul class="wallet__list" aria-label="What came in and what went out">
      {entries.map((entry) => (
        <li>
          <b>{entry.cents > 0 ? `+${formatCents(entry.cents)}` : formatCents(entry.cents)}</b>{' '}
          {creditWords(entry.cause, entry.identifier)}, {formatDate(dayIn(SHOP_ZONE, entry.at))}
        </li>
      ))}
    </ul>
  </>
)

const WORDS: Record<GiftCause, (order: string) => string> = {
  issued: () => 'from us',
  claim: (order) => `for what went wrong with ${order}`,
  referral: () => "for a friend's first box",
  spent: (order) => `paid for ${order}`,
  returned: (order) => `back from ${order}`,
  reversed: () => "taken back, because a friend's first box was refunded",
  forfeited: () => 'ended with the account',
  bought: () => 'bought',
  ended: () => 'given back',
  paid_out: () => 'paid out in cash',
  taken: () => 'taken back by us',
  merged: () => 'moved between your accounts',
}

export const creditWords = (cause: GiftCause, identifier: string | null) =>
  WORDS[cause](identifier === null ? 'an order' : `order ${identifier}`)

const Codes = ({ codes }: { codes: CreditCode[] }) => (
  <>
    <p>Enter the code at checkout. What you don't use stays on it, and it never expires.</p>
    <ul class="wallet__list">
      {codes.map(({ code, leftCents, givenCents, identifier }) => (
        <li>
          <b>{formatCents(leftCents)}</b> left of {formatCents(givenCents)}, for order {identifier}:{' '}
          <code>{code}</code>
        </li>
      ))}
    </ul>
  </>
)
