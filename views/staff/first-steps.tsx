import type { FirstStep, Opening } from '#src/staff/first-run.ts'
import { Icon } from '../shared/icon.tsx'

/** What a new shop needs until it can sell. It goes away by itself. */
export function FirstSteps({ steps, opening }: { steps: FirstStep[]; opening: Opening | null }) {
  return (
    <section class="first-steps" aria-labelledby="first_steps">
      <h2 class="desk__section" id="first_steps">
        Before you open
      </h2>
      <p class="desk__intro">{introOf(opening?.left ?? 0)}</p>
      <ol class="first-steps__list">
        {steps.map((one) => (
          <Step step={one} isNext={one === opening?.next} />
        ))}
      </ol>
    </section>
  )
}

const introOf = (missing: number) => {
  if (missing === 0) return 'The shop can sell. What is left makes it a better one:'
  return `${missing === 1 ? 'One thing is' : `${missing} things are`} missing until the shop can sell.`
}

const Step = ({ step, isNext }: { step: FirstStep; isNext: boolean }) => {
  const { title, words, path, otherWay, isDone } = step
  return (
    <li class={isDone ? 'first-steps__step first-steps__step--done' : 'first-steps__step'}>
      <Icon name={isDone ? 'check' : 'onward'} />
      <div>
        <p class="first-steps__title">
          {path && !isDone ? <a href={path}>{title}</a> : title}
          <span class="first-steps__state">{isNext ? 'next' : stateOf(step)}</span>
        </p>
        {!isDone && (
          <p class="first-steps__words">
            {words}
            {otherWay && (
              <>
                {' '}
                <a href={otherWay.path}>{otherWay.title}</a>.
              </>
            )}
          </p>
        )}
      </div>
    </li>
  )
}

function stateOf({ isDone, isDemoValue, isAdvice }: FirstStep): string {
  if (isDone) return 'done'
  if (isAdvice) return 'recommended'
  return isDemoValue ? 'still a demo value' : 'missing'
}
