/** @jsxImportSource react */
import type { ReactNode } from 'react'
import type { WeightFacts } from './props.ts'
import { WeightPrice } from './weight-price.tsx'

/** At the bottom of a phone's screen while the form's own button is out of view. */
export const BuyBar = ({ weight, children }: { weight: WeightFacts; children: ReactNode }) => (
  <div className="buy-bar">
    <div className="buy-bar__row wrap">
      <WeightPrice {...weight} />
      {children}
    </div>
  </div>
)
