import { addDays, type Day, formatDay, monthName, weekday, weekdayName } from '#src/day.ts'
import type { ThawRow } from '#src/orders/thaw-plan.ts'
import { Picture } from '../shared/picture.tsx'

type Props = {
  rows: ThawRow[]
  /** The day on whose evening the cuts move to the refrigerator. Null while no day is known. */
  from: Day | null
  source: { name: string; url: string }
}

const DAYS = 8
/** Supper: when people move something to the refrigerator. */
const STARTS_AT = 0.75

/** A row a cut: hatched while it thaws, solid while it is good to cook. */
export const ThawTable = ({ rows, from, source }: Props) => (
  <section class="home-care" aria-labelledby="thaw">
    <div class="thaw-head">
      <h2 id="thaw">Thaw plan</h2>
      <p class="thaw-key">
        <span class="thaw-key__thaw">In the fridge, thawing</span>
        <span class="thaw-key__cook">Ready to cook</span>
      </p>
    </div>
    <p class="home-care__note">
      {from
        ? `If you move it to the fridge ${formatDay(from, 'long')} at 6 pm.`
        : 'Counted in days from the evening you move it to the fridge.'}{' '}
      Still in the freezer? Nothing changes until you take it out.
    </p>
    <ul class="thaw">
      <li class="thaw__head" aria-hidden="true">
        <span>Cut</span>
        <span class="thaw__days">
          {Array.from({ length: DAYS }, (_, step) => (
            <span>{from ? weekdayName(weekday(addDays(from, step))).slice(0, 3) : step + 1}</span>
          ))}
        </span>
      </li>
      {rows.map((row) => (
        <ThawLine row={row} from={from} />
      ))}
    </ul>
    <p class="home-care__note">
      Times in the refrigerator by the{' '}
      <a href={source.url} rel="noreferrer">
        {source.name}
      </a>
      .
    </p>
  </section>
)

const ThawLine = ({ row, from }: { row: ThawRow; from: Day | null }) => (
  <li class="thaw__row">
    <div class="thaw__item">
      {row.picture && <Picture name={row.picture} sizes="4rem" alt="" />}
      <p class="thaw__name">
        <b>{row.name}</b>
        <span>{[row.farm, freezerWords(row)].filter(Boolean).join(' · ')}</span>
      </p>
    </div>
    <div>
      <Bar {...row} />
      <p class="thaw__words">{thawWords(row, from)}</p>
    </div>
  </li>
)

const freezerWords = ({ bestBy }: ThawRow) =>
  bestBy && `freezer until ${monthName(bestBy).slice(0, 3)} ${bestBy.slice(0, 4)}`

function thawWords({ thawDays, goodDays }: ThawRow, from: Day | null): string {
  const hours = thawDays === 1 ? '24 hours' : `${thawDays} days`
  if (!from) return `${hours} in the fridge. Then cook it within ${goodDays} days.`
  const [ready, last] = [addDays(from, thawDays), addDays(from, thawDays + goodDays)]
  return `${hours} in the fridge. Ready ${formatDay(ready, 'short')} at dinner, cook it by ${formatDay(last, 'short')}.`
}

/** 100 units a day. */
const Bar = ({ thawDays, goodDays }: ThawRow) => {
  const [start, thawed] = [STARTS_AT * 100, thawDays * 100]
  const end = Math.min(DAYS * 100, start + thawed + goodDays * 100)
  return (
    <svg class="thaw__bar" viewBox={`0 0 ${DAYS * 100} 60`} preserveAspectRatio="none" aria-hidden="true">
      {Array.from({ length: DAYS }, (_, step) => (
        <path class="thaw__line" d={`M${step * 100} 0V60`} />
      ))}
      <rect class="thaw__thawing" x={start} y="12" width={thawed} height="36" />
      <rect
        class="thaw__good"
        x={start + thawed}
        y="12"
        width={Math.max(0, end - start - thawed)}
        height="36"
      />
    </svg>
  )
}
