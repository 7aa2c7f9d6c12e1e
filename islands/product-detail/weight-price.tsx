/** @jsxImportSource react */
import { formatCents } from '#src/money.ts'
import type { WeightFacts } from './props.ts'

type WeightPriceProps = Pick<WeightFacts, 'label' | 'priceCents' | 'poundCents'>

export const WeightPrice = ({ label, priceCents, poundCents }: WeightPriceProps) => (
  <p className="weight-price">
    <b className="weight-price__pack">{formatCents(priceCents)}</b>{' '}
    <span className="weight-price__pound">{`${label} · ${formatCents(poundCents)} / lb`}</span>
  </p>
)
