import { WaitListLink } from '../../catalog/wait-list-link.tsx'
import type { ExampleFacts } from './index.ts'

/** What is sold out, and what the shop knows nothing of, which leads to the plain page as every failure does. */
export const WaitListExamples = ({ soldOut }: ExampleFacts) => (
  <p>
    {soldOut && (
      <WaitListLink token={soldOut} class="button">
        Tell me when it's back
      </WaitListLink>
    )}{' '}
    <WaitListLink token="unknown" class="button button--quiet">
      One that fails
    </WaitListLink>
  </p>
)
