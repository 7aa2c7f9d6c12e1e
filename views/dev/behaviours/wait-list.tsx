import { WaitListLink } from '../../catalog/wait-list-link.tsx'
import type { ExampleFacts } from './index.ts'

/** A sold-out offer, and an unknown one: on failure the link leads to the plain page. */
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
