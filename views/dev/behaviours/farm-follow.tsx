import { FollowButton } from '../../farms/follow-button.tsx'
import type { ExampleFacts } from './index.ts'

/** Signed in, it follows in place. Signed out, it leads to sign-in and back. */
export const FarmFollowExamples = ({ farm, follower }: ExampleFacts) =>
  farm ? (
    <>
      <FollowButton farm={farm} follower={follower} />
      {follower && <FollowButton farm={farm} follower={null} />}
    </>
  ) : (
    <p>There's no farm to follow.</p>
  )
