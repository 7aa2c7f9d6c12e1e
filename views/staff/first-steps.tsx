import type { FirstStep } from '#src/staff/first-run.ts'
import { Icon } from '../shared/icon.tsx'

/** What a new shop needs until it can sell. It goes away by itself. */
export function FirstSteps({ steps }: { steps: FirstStep[] }) {
  const missing = steps.filter(({ isDone, isDemoValue }) => !isDone && !isDemoValue).length
  return (
    <section class="first-steps" aria-labelledby="first_steps">
      <h2 class="desk__section" id="first_steps">
        Before you open
      </h2>
      <p class="desk__intro">{introOf(missing)}</p>
      <ol class="first-steps__list">{steps.map(toStep)}</ol>
    </section>
  )
}

const introOf = (missing: number) => {
  if (missing === 0) return 'The shop can sell. These still have demo values:'
  return `${missing === 1 ? 'One thing is' : `${missing} things are`} missing until the shop can sell.`
}

const toStep = ({ title, words, path, isDone, isDemoValue }: FirstStep) => (
  <li class={isDone ? 'first-steps__step first-steps__step--done' : 'first-steps__step'}>
    <Icon name={isDone ? 'check' : 'onward'} />
    <div>
      <p class="first-steps__title">
        {path && !isDone ? <a href={path}>{title}</a> : title}
        <span class="first-steps__state">{stateOf(isDone, isDemoValue)}</span>
      </p>
      {!isDone && <p class="first-steps__words">{words}</p>}
    </div>
  </li>
)

function stateOf(isDone: boolean, isDemoValue: boolean): string {
  if (isDone) return 'done'
  return isDemoValue ? 'still a demo value' : 'missing'
}
