import type { Farm } from '#db/schema/index.ts'
import { assertDay, formatDay } from '#src/day.ts'
import { paths } from '#src/paths.ts'
import { REGIONS } from '#src/postal/regions.ts'
import { type Demand, isoDay, LEAST_PEOPLE, type Wanted } from '#src/vendor/demand-rules.ts'
import { Alert } from '../shared/alert.tsx'

type DemandPageProps = { farm: Farm; demand: Demand; problem: string | null }

export const DemandPage = ({ farm, demand, problem }: DemandPageProps) => (
  <>
    <header class="farm-desk__head">
      <p>{farm.name}</p>
      <h1 class="farm-desk__title">What shoppers want</h1>
      <p>
        From everyone who shops here. Counts are people, rounded down to fives, and fewer than {LEAST_PEOPLE}{' '}
        don't show, so nobody can be made out.
      </p>
    </header>
    {problem && <Alert takesFocus>{problem}</Alert>}
    <form class="demand-form" action={paths.farmDemand(farm.slug)}>
      <label>
        Week of
        <select name="week">
          {demand.weeks.map((at, back) => (
            <option value={isoDay(at)} selected={at === demand.weekAt}>
              {formatDay(assertDay(isoDay(at)), 'date')}
              {back === 0 ? ' (so far)' : ''}
            </option>
          ))}
        </select>
      </label>
      <label>
        Region
        <select name="region">
          <option value="">All of them</option>
          {REGIONS.map(({ id, name }) => (
            <option value={id} selected={id === demand.region}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="button">
        Show
      </button>
    </form>
    <WantedList
      id="missed"
      title="They looked for it and found nothing"
      wanted={demand.missed}
      none="Everything that several people looked for, we had."
    />
    <WantedList
      id="waiting"
      title="They wait for it to come back"
      wanted={demand.waiting}
      none="Nothing that several people joined a wait list for."
    />
    <WantedList
      id="searched"
      title="They searched for it"
      wanted={demand.searched}
      none="Nothing that several people searched for."
    />
  </>
)

type ListProps = { id: string; title: string; wanted: Wanted[]; none: string }

const WantedList = ({ id, title, wanted, none }: ListProps) => (
  <section class="demand" aria-labelledby={id}>
    <h2 class="demand__title" id={id}>
      {title}
    </h2>
    {wanted.length === 0 ? (
      <p class="demand__none">{none}</p>
    ) : (
      <table class="demand__table">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">People</th>
            <th scope="col">Week before</th>
          </tr>
        </thead>
        <tbody>
          {wanted.map(({ what, people, before }) => (
            <tr>
              <th scope="row">{what}</th>
              <td>{people}+</td>
              <td>{before === null ? `under ${LEAST_PEOPLE}` : `${before}+`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)
