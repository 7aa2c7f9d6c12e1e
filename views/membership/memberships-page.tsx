import type { MembershipFacts } from '#src/membership/facts.ts'
import { paths } from '#src/paths.ts'
import { MembershipSection } from './membership-section.tsx'

export const MembershipsPage = ({ memberships }: { memberships: MembershipFacts[] }) => (
  <>
    <p class="trail">
      <a href={paths.account()}>Your account</a>
    </p>
    <h1 class="page-head__title">Your membership</h1>
    {memberships.length === 0 && <NoMembership />}
    {memberships.some(({ membership }) => membership.state === 'active') && (
      <p>
        <a href={paths.earlyAccess()}>See what only members can buy right now</a>
      </p>
    )}
    {memberships.map((facts) => (
      <MembershipSection {...facts} />
    ))}
  </>
)

const NoMembership = () => (
  <p>
    You don't have a membership yet. To start one, check “Make it a recurring box” when you check out.{' '}
    <a href={paths.shop()}>Start a box</a>
  </p>
)
