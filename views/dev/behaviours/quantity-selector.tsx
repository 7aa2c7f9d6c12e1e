import { paths } from '#src/paths.ts'
import { QuickAdd } from '../../catalog/quick-add.tsx'
import { usePage } from '../../shared/page-facts.ts'
import { Quantity } from '../../shared/quantity.tsx'
import type { ExampleFacts } from './index.ts'

export function QuantitySelectorExamples({ cards }: ExampleFacts) {
  const { token } = usePage()
  return (
    <div class="prose">
      <Standalone id="usual" label="Quantity, default bounds" />
      <Standalone id="bounded" label="Quantity, from two to six" value={3} min={2} max={6} />
      {cards.slice(0, 2).map(({ name, offer, stock }) => (
        <QuickAdd of={`${name}, ${offer.label}`} offer={offer} stock={stock} token={token} />
      ))}
    </div>
  )
}

type StandaloneProps = { id: string; label: string; value?: number; min?: number; max?: number }

const Standalone = ({ id, label, value = 1, min, max }: StandaloneProps) => (
  <form method="get" action={paths.behaviour('quantity-selector')} data-controller="quantity-selector">
    <Quantity id={id} label={label} value={value} min={min} max={max} />
  </form>
)
