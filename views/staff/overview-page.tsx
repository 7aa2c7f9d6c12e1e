import { formatDay } from '#src/day.ts'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { WaitingCredit } from '#src/staff/credit.ts'
import type { FirstStep, Opening } from '#src/staff/first-run.ts'
import type { FlagList } from '#src/staff/flags.ts'
import type { Counts } from '#src/staff/overview.ts'
import type { ProposedPromotion } from '#src/staff/promotions/lists.ts'
import { Figures } from '../page/figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import { FoldedFlag } from './flag.tsx'
import type { FlagDesk } from './flag-forms.tsx'
import { waitingSentence } from './waiting.ts'

/** What an owner keeps an eye on; no flag says it. `farmsToPay`: closed statements that aren't paid in full. */
type Upkeep = {
  low: number
  expiring: number
  credit: WaitingCredit[]
  promotions: ProposedPromotion[]
  farmsToPay: number
}

type OverviewProps = {
  list: FlagList
  counts: Counts
  steps: FirstStep[]
  opening: Opening | null
  upkeep: Upkeep
  desk: FlagDesk
}

export const OverviewPage = ({ list, counts, steps, opening, upkeep, desk }: OverviewProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">{formatDay(dayIn(SHOP_ZONE, desk.now), 'long')}</h1>
      <p class="desk__intro">
        {opening ? 'Welcome. Your shop isn’t open yet.' : waitingSentence(list, desk.now)}
      </p>
    </header>
    {steps.length > 0 && <FirstSteps steps={steps} opening={opening} />}
    <Figures figures={[...figures(counts), ...upkeepFigures(upkeep)]} />
    {upkeep.credit.length > 0 && (
      <section aria-labelledby="credit_waits">
        <h2 class="desk__section" id="credit_waits">
          Store credit to approve
        </h2>
        <ul class="role-rules">
          {upkeep.credit.map(({ request, customer }) => (
            <li class="role-rule">
              <a href={paths.staffCustomer(customer.token)} data-turbo-prefetch="false">
                {request.cents > 0 ? 'Give' : 'Take'} {formatCents(Math.abs(request.cents))}
              </a>
              {request.reason}
            </li>
          ))}
        </ul>
      </section>
    )}
    {upkeep.promotions.length > 0 && (
      <section aria-labelledby="promotions_wait">
        <h2 class="desk__section" id="promotions_wait">
          Promotions to approve
        </h2>
        <ul class="role-rules">
          {upkeep.promotions.map(({ promotion, code, what }) => (
            <li class="role-rule">
              <a href={paths.staffPromotion(promotion.id)}>{code}</a>
              {what}
            </li>
          ))}
        </ul>
      </section>
    )}
    <section aria-labelledby="needs_a_person">
      <h2 class="desk__section" id="needs_a_person">
        Needs a person
      </h2>
      {list.total === 0 ? (
        <p class="desk__intro">You're all caught up.</p>
      ) : (
        <ul class="flag-list">
          {list.flags.map((flag) => (
            <FoldedFlag flag={flag} desk={desk} />
          ))}
        </ul>
      )}
      {list.pages > 1 && <a href={paths.flags()}>See all {list.total} flags</a>}
    </section>
  </>
)

const upkeepFigures = ({ low, expiring, farmsToPay }: Upkeep) => [
  { title: 'Low stock', count: low, path: `${paths.staffStock()}#low` },
  { title: 'Expiring lots', count: expiring, path: `${paths.staffStock()}#expiring` },
  { title: 'Statements to pay', count: farmsToPay, path: paths.staffStatements() },
]

const figures = ({
  disputes,
  failedJobs,
  unverifiedAddresses,
  dataRequests,
  claims,
  membersAtRisk,
}: Counts) => [
  { title: 'Disputes', count: disputes, path: paths.flags({ kind: 'dispute' }) },
  { title: 'Failed jobs', count: failedJobs, path: paths.staffJobs() },
  {
    title: 'Addresses to check',
    count: unverifiedAddresses,
    path: paths.flags({ area: 'addresses' }),
  },
  { title: 'Claims', count: claims, path: paths.staffClaims() },
  { title: 'Members at risk', count: membersAtRisk, path: paths.staffMembers() },
  { title: 'Data requests', count: dataRequests, path: paths.dataRequests() },
]
