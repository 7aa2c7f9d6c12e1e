/** @jsxImportSource react */
import { useEffect, useRef } from 'react'
import { formatCents } from '#src/money.ts'
import type { WeightFacts } from './props.ts'
import { StockNote } from './stock-note.tsx'

type WeightsProps = { weights: WeightFacts[]; chosen: string | null; choose: (token: string) => void }

/** Every weight with its price and what a pound costs. What the browser has ticked, React leaves ticked. */
export function Weights({ weights, chosen, choose }: WeightsProps) {
  const list = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was ticked before scripts ran
  useEffect(() => {
    const ticked = list.current?.querySelector<HTMLInputElement>(':checked')?.value
    if (ticked && ticked !== chosen) choose(ticked)
  }, [])

  return (
    <fieldset className="offer-choice__weights" ref={list}>
      <legend className="label">Weight</legend>
      {weights.map(({ token, label, serves, stock, elsewhere, poundCents, priceCents }) => (
        <label className="weight" key={token}>
          <input
            className="weight__radio"
            type="radio"
            name="weight"
            value={token}
            defaultChecked={token === chosen}
            onChange={() => choose(token)}
          />
          <span className="weight__label">
            <b>{label}</b> <span className="weight__serves">{`serves ${serves}`}</span>{' '}
            <StockNote stock={stock} elsewhere={elsewhere} />
          </span>
          <span className="weight__pound">{`${formatCents(poundCents)} / lb`}</span>
          <b className="weight__price">{formatCents(priceCents)}</b>
        </label>
      ))}
    </fieldset>
  )
}
