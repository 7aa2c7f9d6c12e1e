import { WeightChoiceLink } from '../../catalog/weight-choice.tsx'
import type { ExampleFacts } from './index.ts'

/** An existing product, and an unknown one: on failure the link is followed. */
export const QuickAddSelectorExamples = ({ cards }: ExampleFacts) => (
  <div class="prose">
    {cards.slice(0, 1).map(({ slug, weights }) => (
      <p>
        <WeightChoiceLink slug={slug} weights={weights} />
      </p>
    ))}
    <p>
      <WeightChoiceLink slug="nothing-of-ours" weights={0} />
    </p>
  </div>
)
