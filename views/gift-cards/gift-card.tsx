import { formatCents, shortCents } from '#src/money.ts'
import { usePage } from '../shared/page-facts.ts'
import { Picture } from '../shared/picture.tsx'

type GiftCardProps = { cents: number | null; sender?: string | null }

/** The card itself, for the form's preview and for print. The spans are targets of the `gift-card-form` controller. */
export const GiftCard = ({ cents, sender = null }: GiftCardProps) => {
  const { store } = usePage()
  return (
    <div
      class="gift-card"
      role="img"
      aria-label={labelOf(store.name, cents)}
      data-gift-card-form-target="card"
    >
      <Picture name={VIEW} sizes="344px" priority="eager" alt="" />
      <svg class="gift-card__hill" viewBox="0 0 345 217" preserveAspectRatio="none" aria-hidden="true">
        <path class="gift-card__ground" d="M0 0H345V88C300 70 262 108 205 98 140 87 96 66 0 98Z" />
        <path class="gift-card__road" d="M0 98C96 66 140 87 205 98 262 108 300 70 345 88" />
      </svg>
      <span class="gift-card__logo">{store.name}</span>
      <span class="gift-card__amount" data-gift-card-form-target="amount">
        {cents === null ? '' : shortCents(cents)}
      </span>
      <span class="gift-card__from" data-gift-card-form-target="sender" hidden={!sender}>
        From {sender}
      </span>
    </div>
  )
}

const VIEW = 'farm-three-larks-ranch'

const labelOf = (store: string, cents: number | null) =>
  cents === null ? `${store} gift card` : `${store} gift card, ${formatCents(cents)}`
