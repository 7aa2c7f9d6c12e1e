/** @jsxImportSource react */
import { useEffect, useRef } from 'react'
import { formatCents } from '#src/money.ts'
import type { WeightFacts } from './props.ts'
import { StockNote } from './stock-note.tsx'

type WeightsProps = { weights: WeightFacts[]; chosen: string | null; choose: (token: string) => void }

/** Uncontrolled radios, so that a choice made before hydration stays. */
export function Weights({ weights, chosen, choose }: WeightsProps) {
  const list = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a choice made before hydration
  useEffect(() => {
    const checked = list.current?.querySelector<HTMLInputElement>(':checked')?.value
    if (checked && checked !== chosen) choose(checked)
  }, [])

  return (
    <fieldset className="offer-choice__weights" ref={list}>
      <legend className="label">Weight</legend>
      {weights.map(({ token, label, serves, stock, elsewhere, poundCents, byWeight, priceCents }) => (
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
          <b className="weight__price">
            {byWeight && <span className="weight__most">at most </span>}
            {formatCents(priceCents)}
          </b>
        </label>
      ))}
    </fieldset>
  )
}
