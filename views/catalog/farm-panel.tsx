import type { Farm } from '#db/schema/index.ts'
import { paths } from '#src/paths.ts'
import { Badges } from '../shared/badges.tsx'
import { Picture } from '../shared/picture.tsx'
import { Prose } from './prose.tsx'

const BADGES_SHOWN = 4

export const FarmPanel = ({ farm }: { farm: Farm }) => (
  <section class="farm-panel" aria-labelledby="farm_title">
    <div class="farm-panel__picture">
      <Picture name={farm.picture} sizes="(width >= 79em) 600px, (width >= 64em) 48vw, 95vw" />
    </div>
    <div class="farm-panel__words">
      <p class="farm-panel__place">
        {farm.town}, {farm.state} · {farm.region}
        {farm.founded && ` · since ${farm.founded}`}
      </p>
      <h2 class="farm-panel__name" id="farm_title">
        <a href={paths.farm(farm.slug)}>{farm.name}</a>
      </h2>
      <Badges names={farm.badges} limit={BADGES_SHOWN} />
      <Prose text={farm.story} />
      <ul class="ticks">
        {farm.practices.map((practice) => (
          <li>{practice}</li>
        ))}
      </ul>
      <a class="section__more" href={paths.farm(farm.slug)}>
        Visit the farm<span class="visually-hidden">: {farm.name}</span>
      </a>
    </div>
  </section>
)
