import { type Day, daysBetween, formatDate, formatDay } from '#src/day.ts'
import type { FreezerLot } from '#src/farms/farm-detail.ts'

type LotsProps = { lots: FreezerLot[]; today: Day }

export const FreezerLots = ({ lots, today }: LotsProps) =>
  lots.length === 0 ? null : (
    <section class="section" aria-labelledby="farm_lots">
      <header class="section__head">
        <div>
          <h2 class="section__title" id="farm_lots">
            In the freezer
          </h2>
          <p class="section__words">Every pack carries its lot. The oldest ships first.</p>
        </div>
      </header>
      <ul class="freezer">
        {lots.map((lot) => (
          <Lot lot={lot} today={today} />
        ))}
      </ul>
    </section>
  )

const Lot = ({ lot, today }: { lot: FreezerLot; today: Day }) => (
  <li class="freezer__lot">
    <div>
      <h3 class="freezer__code">{lot.code}</h3>
      <p>{lot.cuts.join(', ')}</p>
    </div>
    <div>
      <Life lot={lot} today={today} />
      <p class="freezer__dates">
        {datesOf(lot).map((words) => (
          <span>{words}</span>
        ))}
      </p>
    </div>
    <p class="freezer__left">{lot.packs === 1 ? '1 pack left' : `${lot.packs} packs left`}</p>
  </li>
)

function datesOf({ harvestedOn, packedOn, frozenOn, bestBy }: FreezerLot): string[] {
  const cold = frozenOn ?? packedOn
  return [
    ...(harvestedOn ? [`Harvested ${formatDay(harvestedOn, 'date')}`] : []),
    ...(cold ? [`${frozenOn ? 'Frozen' : 'Packed'} ${formatDate(cold)}`] : []),
    `Best by ${formatDate(bestBy)}`,
  ]
}

/** From harvest to best-by on a line; the dates below it say the same. */
function Life({ lot, today }: { lot: FreezerLot; today: Day }) {
  const { harvestedOn, packedOn, frozenOn, bestBy } = lot
  const cold = frozenOn ?? packedOn
  const start = harvestedOn ?? cold
  if (!start || !cold) return null
  const whole = Math.max(1, daysBetween(start, bestBy))
  const at = (day: Day) =>
    `${Math.round(1 + 98 * Math.min(1, Math.max(0, daysBetween(start, day) / whole)))}%`
  return (
    <svg class="freezer__life" aria-hidden="true">
      <line class="freezer__ahead" x1="1%" x2="99%" y1="9" y2="9" />
      <line class="freezer__frozen" x1={at(cold)} x2={at(today)} y1="9" y2="9" />
      <line class="freezer__hung" x1="1%" x2={at(cold)} y1="9" y2="9" />
      <circle class="freezer__today" cx={at(today)} cy="9" r="6" />
    </svg>
  )
}
