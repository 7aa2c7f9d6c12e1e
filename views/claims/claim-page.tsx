import type { Order } from '#db/schema/index.ts'
import type { ClaimWindow } from '#src/claims/claim-window.ts'
import type { ClaimableLine } from '#src/claims/claims.ts'
import { formatDay } from '#src/day.ts'
import { paths } from '#src/paths.ts'
import { Phone } from '../shared/phone.tsx'
import { ClaimForm, type TypedClaim } from './claim-form.tsx'
import { ClaimStory, type ShownClaim } from './claim-story.tsx'

export type ClaimPageProps = {
  order: Order
  receiptKey: string | null
  window: ClaimWindow
  lines: ClaimableLine[]
  giftName: string | null
  claims: ShownClaim[]
  problem: string | null
  typed: TypedClaim
  zone: string
  store: { email: string; phone: string }
}

export const ClaimPage = (props: ClaimPageProps) => {
  const { order, receiptKey, claims, zone } = props
  return (
    <article class="claim">
      <header class="page-head">
        <p class="trail">
          <a class="nowrap" href={paths.order(order.token, { key: receiptKey })}>
            Order {order.identifier}
          </a>
        </p>
        <h1 class="page-head__title">What went wrong?</h1>
      </header>
      {claims.map((claim) => (
        <ClaimStory claim={claim} orderToken={order.token} receiptKey={receiptKey} zone={zone} />
      ))}
      <WhatNow {...props} />
    </article>
  )
}

const WhatNow = (props: ClaimPageProps) => {
  const { order, receiptKey, window, lines, claims, store } = props
  const mail = <a href={`mailto:${store.email}`}>{store.email}</a>
  if (window.state === 'early')
    return (
      <p>
        Once your box has been delivered, you can tell us here. Until then, email {mail} or call{' '}
        <Phone number={store.phone} />.
      </p>
    )
  if (window.state === 'over')
    return (
      <p>
        You could tell us here until {formatDay(window.until, 'long')}. Please email {mail} or call{' '}
        <Phone number={store.phone} />, and we'll see what we can do.
      </p>
    )
  if (lines.every(({ isClaimed }) => isClaimed))
    return (
      <p>
        You've told us about everything in this box. Anything else? Email {mail} or call{' '}
        <Phone number={store.phone} />.
      </p>
    )
  return (
    <>
      {claims.length > 0 && <h2 class="claim__subtitle">Something else?</h2>}
      <ClaimForm
        action={paths.claims(order.token, { key: receiptKey })}
        lines={lines}
        problem={props.problem}
        typed={props.typed}
        until={window.until}
        giftName={props.giftName}
        store={store}
      />
    </>
  )
}
