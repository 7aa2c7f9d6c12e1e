import { WeightChoiceLink } from '../../catalog/weight-choice.tsx'
import type { ExampleFacts } from './index.ts'

/** Of something that is there, and of what the shop knows nothing of, which leads on as every failure does. */
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
