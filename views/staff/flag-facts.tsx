import type { Child } from 'hono/jsx'
import { formatDay } from '#src/day.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { jobTitle } from '#src/jobs/words.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { Flag } from '#src/staff/flags.ts'
import { STATE_WORDS } from '../orders/order-state-labels.ts'
import { formatMoment } from '../shared/local-time.ts'
import { priceWords } from './catalog/catalog-words.ts'

/** What staff need to judge a flag without looking elsewhere. */
export const FlagFacts = ({ flag }: { flag: Flag }) => (
  <dl class="flag__facts">
    {factsOf(flag).map(([name, value]) => (
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

type Fact = [name: string, value: Child]

const factsOf = (flag: Flag): Fact[] => [
  ['What we know', flag.flag.detail],
  ['Since', formatMoment(flag.flag.createdAt, SHOP_ZONE)],
  ...(flag.flag.dueAt === null ? [] : [['Due', formatMoment(flag.flag.dueAt, SHOP_ZONE)] satisfies Fact]),
  ...orderFacts(flag),
  ...(isWaitingForDispute(flag.flag) ? [['Box', 'No longer held for this'] satisfies Fact] : []),
  ...priceFacts(flag),
  ...jobFacts(flag),
]

const isWaitingForDispute = ({ action, resolvedAt }: Flag['flag']) => resolvedAt === null && action !== null

function orderFacts({ order }: Flag): Fact[] {
  if (!order) return []
  const { token, identifier, state, totalCents, name, email, arrivalOn } = order
  return [
    [
      'Order',
      <>
        <a href={paths.staffOrder(token)}>{identifier}</a>, {formatCents(totalCents ?? 0)},{' '}
        {STATE_WORDS[state].toLowerCase()}
      </>,
    ],
    ['Customer', [name, email].filter(Boolean).join(', ') || 'erased'],
    ...(arrivalOn ? [['Arrives', formatDay(arrivalOn, 'long')] satisfies Fact] : []),
  ]
}

/** Since the farm proposed another one, staff may have changed it. */
const priceFacts = ({ price, flag }: Flag): Fact[] =>
  price && flag.resolvedAt === null ? [['Price now', priceWords(price)]] : []

function jobFacts({ job }: Flag): Fact[] {
  if (!job) return []
  const tries = job.attempts === 1 ? 'after 1 try' : `after ${job.attempts} tries`
  return [
    ['Job', jobTitle(job.kind)],
    ['Last error', `${job.error ?? 'none'} (${tries})`],
  ]
}
