/** @jsxImportSource react */
import { formatCents } from '#src/money.ts'
import type { WeightFacts } from './props.ts'

type WeightPriceProps = Pick<WeightFacts, 'label' | 'priceCents' | 'poundCents' | 'byWeight'>

export const WeightPrice = ({ label, priceCents, poundCents, byWeight }: WeightPriceProps) => (
  <p className="weight-price">
    <b className="weight-price__pack">
      {byWeight ? `${formatCents(poundCents)} / lb` : formatCents(priceCents)}
    </b>{' '}
    <span className="weight-price__pound">
      {byWeight
        ? `${label} · at most ${formatCents(priceCents)}`
        : `${label} · ${formatCents(poundCents)} / lb`}
    </span>
  </p>
)
