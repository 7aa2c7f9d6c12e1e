import { paths } from '#src/paths.ts'
import type { Behaviour, ExampleFacts } from './behaviours/index.ts'

/** Every behaviour, one link each. */
export const BehavioursPage = ({ behaviours }: { behaviours: Behaviour[] }) => (
  <>
    <header class="page-head">
      <h1 class="page-head__title">Behaviours</h1>
      <p class="page-head__intro">What the pages can do, each by itself and in all its settings.</p>
    </header>
    <ul>
      {behaviours.map(({ name, title }) => (
        <li>
          <a href={paths.behaviour(name)}>{title}</a>
        </li>
      ))}
    </ul>
  </>
)

type BehaviourProps = ExampleFacts & { behaviour: Behaviour }

/** One behaviour in all its settings. */
export const BehaviourPage = ({ behaviour: { title, Examples }, ...facts }: BehaviourProps) => (
  <>
    <header class="page-head">
      <h1 class="page-head__title">{title}</h1>
      <p class="page-head__intro">
        <a href={paths.behaviours()}>All behaviours</a>
      </p>
    </header>
    <Examples {...facts} />
  </>
)
