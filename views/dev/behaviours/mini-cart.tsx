import { paths } from '#src/paths.ts'
import { QuickAdd } from '../../catalog/quick-add.tsx'
import { usePage } from '../../shared/page-facts.ts'
import type { ExampleFacts } from './index.ts'

/** Every way to open it: a link, a URL, and the first item in the box. */
export function MiniCartExamples({ cards }: ExampleFacts) {
  const { token } = usePage()
  return (
    <div class="prose">
      <p>
        <a class="button" href={paths.cart()} data-mini-cart="">
          Open the box
        </a>
      </p>
      <p>
        <a href={`${paths.behaviour('mini-cart')}?minicart&color=red`}>By its URL</a>
      </p>
      {cards.slice(0, 3).map(({ name, offer, stock }) => (
        <QuickAdd of={`${name}, ${offer.label}`} offer={offer} stock={stock} token={token} />
      ))}
    </div>
  )
}
