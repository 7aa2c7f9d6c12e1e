import { monthName } from '#src/day.ts'
import type { Passport } from '#src/passport/passport.ts'
import { LEVEL_NAMES, LEVELS, nextLevel } from '#src/passport/stamps.ts'

export const PassportCover = ({ owner, passport }: { owner: string; passport: Passport }) => {
  const { farms, cuts, species, states } = passport.tally
  const first = passport.tasted[0]?.firstOn
  return (
    <header class="passport">
      <div>
        <p class="passport__owner">
          {owner}
          {first && ` · since ${monthName(first)} ${first.slice(0, 4)}`}
        </p>
        <h1 class="passport__title">{farmsIn(farms)}</h1>
        <Levels farms={farms} />
      </div>
      <dl class="passport__tally">
        <Figure count={farms} words={['farm', 'farms']} />
        <Figure count={cuts} words={['cut', 'cuts']} />
        <Figure count={species} words={['animal', 'animals']} />
        <Figure count={states} words={['state', 'states']} />
      </dl>
    </header>
  )
}

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

/** 'Six farms in' */
const farmsIn = (farms: number) =>
  farms === 0 ? 'Ready for your first farm' : `${COUNTS[farms] ?? farms} ${farms === 1 ? 'farm' : 'farms'} in`

const Levels = ({ farms }: { farms: number }) => {
  const next = nextLevel(farms)
  return (
    <>
      <ol class="passport__levels">
        {LEVELS.map((level) => (
          <li class={level <= farms ? 'passport__level passport__level--earned' : 'passport__level'}>
            <span aria-hidden="true">{level}</span>
            <span class="visually-hidden">
              {LEVEL_NAMES[level]}: {level <= farms ? 'earned' : 'not yet'}
            </span>
          </li>
        ))}
      </ol>
      <p class="passport__next">
        {next === null ? 'You earned every badge for farms.' : toNext(next - farms, next)}
      </p>
    </>
  )
}

const toNext = (left: number, next: number) =>
  `${left} more ${left === 1 ? 'farm' : 'farms'} to the next badge, at ${next}.`

const Figure = ({ count, words: [one, many] }: { count: number; words: [string, string] }) => (
  <div>
    <dd>{count}</dd>
    <dt>{count === 1 ? one : many}</dt>
  </div>
)
