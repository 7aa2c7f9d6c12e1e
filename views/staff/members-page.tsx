import { formatDay } from '#src/day.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import { RISKS, type Risk } from '#src/staff/member-risks.ts'
import type { LeavingReason, MemberAtRisk, MemberList } from '#src/staff/members-at-risk.ts'
import { Pager } from '../catalog/pager.tsx'
import { formatMoment } from '../shared/local-time.ts'

type MembersPageProps = { list: MemberList; risk: Risk | null; reasons: LeavingReason[] }

export const MembersPage = ({ list, risk, reasons }: MembersPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Members</h1>
      <p class="desk__intro">Who may leave soon, the longest wait first, and why people left.</p>
    </header>
    <nav class="flag-filters" aria-label="Filters">
      <ul class="chips">
        {[null, ...RISKS].map((one) => (
          <li>
            <a
              class="chip"
              href={paths.staffMembers(one ? { risk: one } : {})}
              aria-current={one === risk ? 'true' : undefined}
            >
              {one ? RISK_WORDS[one] : 'All at risk'}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    {list.total === 0 ? <NobodyAtRisk /> : <ul class="flag-list">{list.members.map(toRow)}</ul>}
    <Pager page={list.page} pages={list.pages} path={paths.staffMembers(risk ? { risk } : {})} />
    <Reasons reasons={reasons} />
  </>
)

const RISK_WORDS: Record<Risk, string> = {
  card: 'Card fails',
  paused: 'Paused',
  skipping: 'Skipped 3 or more',
}

const toRow = (member: MemberAtRisk) => (
  <li class="flag">
    <h2 class="flag__title">
      {RISK_WORDS[member.risk]}: {member.email ?? 'a guest'}
    </h2>
    <p>
      {whatHappens(member)} · Began with order{' '}
      <a href={paths.staffOrder(member.orderToken)}>{member.identifier}</a>
    </p>
  </li>
)

function whatHappens({ risk, trouble, arrivalOn, pausedUntil, skipsInRow }: MemberAtRisk): string {
  if (risk === 'card') {
    const box = arrivalOn ? `the box of ${formatDay(arrivalOn, 'long')}` : 'the next box'
    return `${TROUBLES[trouble ?? ''] ?? 'The card failed'} for ${box}`
  }
  if (risk === 'skipping') return `${skipsInRow} boxes skipped in a row`
  return pausedUntil ? `Until ${formatMoment(pausedUntil, SHOP_ZONE)}` : 'Until they resume'
}

const TROUBLES: Readonly<Record<string, string>> = {
  declined: 'Declined',
  hard_decline: 'Needs another card',
  no_card: 'No card',
  authentication: 'The bank asks the member to confirm',
}

const NobodyAtRisk = () => (
  <section class="empty">
    <h2 class="empty__title">Nobody at risk</h2>
    <p class="empty__words">Members who pause, skip three boxes, or whose card fails show up here.</p>
  </section>
)

const Reasons = ({ reasons }: { reasons: LeavingReason[] }) =>
  reasons.length > 0 && (
    <section class="claim-counts" aria-label="Why people left">
      <table class="desk-table">
        <thead>
          <tr>
            <th scope="col">Why people left</th>
            <th scope="col">Members</th>
          </tr>
        </thead>
        <tbody>
          {reasons.map(({ reason, members }) => (
            <tr>
              <th scope="row">{reason}</th>
              <td>{members}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
