import type { FulfillmentCenter } from '#db/schema/index.ts'
import { counted } from '#src/counted.ts'
import { formatDay } from '#src/day.ts'
import type { CenterToday } from '#src/fulfillment/today.ts'
import { paths } from '#src/paths.ts'
import { Figures } from '../page/figures.tsx'
import { BoxTable } from './box-table.tsx'
import { ShipDayStrip } from './ship-day-strip.tsx'

export const TodayPage = ({ center, today }: { center: FulfillmentCenter; today: CenterToday }) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">{formatDay(today.day, 'long')}</h1>
      <p class="desk__intro">{workSentence(today)}</p>
    </header>
    <ShipDayStrip
      days={today.days}
      today={today.day}
      chosen={null}
      hrefOf={(day) => paths.centerOrders(center.slug, { ship_on: day })}
    />
    <Figures figures={figures(center.slug, today)} />
    <section aria-labelledby="needs_a_hand">
      <h2 class="desk__section" id="needs_a_hand">
        Needs a hand
      </h2>
      {today.needsAHandTotal === 0 ? (
        <p class="desk__intro">Nothing waits for anyone.</p>
      ) : (
        <BoxTable boxes={today.needsAHand.slice(0, SHOWN)} />
      )}
      {today.needsAHandTotal > SHOWN && (
        <a href={paths.centerOrders(center.slug, { state: 'needs_a_hand' })}>
          See all {today.needsAHandTotal}
        </a>
      )}
    </section>
    <LowStock slug={center.slug} offers={today.lowStock} />
  </>
)

const SHOWN = 10

function workSentence({ day, days, counts }: CenterToday): string {
  const open = days.find(({ closed }) => closed === null)
  if (open && open.day !== day)
    return `No truck leaves today. The next ship day is ${formatDay(open.day, 'long')}.`
  if (counts.ready === 0) return 'Every box is in a wave.'
  return `${counted(counts.ready, 'box waits', 'boxes wait')} for a wave.`
}

const figures = (slug: string, { counts }: CenterToday) => [
  {
    title: 'Needs a hand',
    count: counts.needs_a_hand,
    path: paths.centerOrders(slug, { state: 'needs_a_hand' }),
  },
  { title: 'Held by weather', count: counts.weather, path: paths.centerOrders(slug, { state: 'weather' }) },
  { title: 'Ready', count: counts.ready, path: paths.centerOrders(slug, { state: 'ready' }) },
  { title: 'In a wave', count: counts.in_wave, path: paths.centerOrders(slug, { state: 'in_wave' }) },
  { title: 'Shipped lately', count: counts.shipped, path: paths.centerOrders(slug, { state: 'shipped' }) },
]

type LowStockProps = { slug: string; offers: CenterToday['lowStock'] }

const LowStock = ({ slug, offers }: LowStockProps) => (
  <section aria-labelledby="low_stock">
    <h2 class="desk__section" id="low_stock">
      Nearly gone
    </h2>
    {offers.length === 0 ? (
      <p class="desk__intro">There is enough of everything.</p>
    ) : (
      <ul class="low-stock">
        {offers.map(({ token, name, label, onHand }) => (
          <li class="low-stock__offer">
            <a href={paths.centerOffer(slug, token)}>
              {name}, {label}
            </a>
            <b>{onHand === 0 ? 'None left' : `${onHand} left`}</b>
          </li>
        ))}
      </ul>
    )}
  </section>
)
