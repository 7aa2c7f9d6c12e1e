import { paths } from '#src/paths.ts'
import type { Behavior, ExampleFacts } from './behaviours/index.ts'

export const BehaviorsPage = ({ behaviors }: { behaviors: Behavior[] }) => (
  <>
    <header class="page-head">
      <h1 class="page-head__title">Behaviors</h1>
      <p class="page-head__intro">What our pages can do, one behavior at a time, in every setting.</p>
    </header>
    <ul>
      {behaviors.map(({ name, title }) => (
        <li>
          <a href={paths.behaviour(name)}>{title}</a>
        </li>
      ))}
    </ul>
  </>
)

type BehaviorProps = ExampleFacts & { behavior: Behavior }

export const BehaviorPage = ({ behavior: { title, Examples }, ...facts }: BehaviorProps) => (
  <>
    <header class="page-head">
      <h1 class="page-head__title">{title}</h1>
      <p class="page-head__intro">
        <a href={paths.behaviours()}>All behaviors</a>
      </p>
    </header>
    <Examples {...facts} />
  </>
)
