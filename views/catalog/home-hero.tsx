import type { FarmGlimpse } from '#src/catalog/queries.ts'
import { paths } from '#src/paths.ts'
import { usePage } from '../shared/page-facts.ts'
import { Picture } from '../shared/picture.tsx'

export function HomeHero({ farm }: { farm: FarmGlimpse | undefined }) {
  const { earliest, postalCode } = usePage()
  return (
    <section class="hero">
      <div class="hero__words">
        <p class="hero__place">{farm ? `${farm.name}, ${farm.region}` : 'From independent farms'}</p>
        <h1 class="hero__title">Dinner, with a farm behind it</h1>
        <p class="hero__text">
          We sell for farms we know by name. You choose the cut, the weight and the day; we pack it frozen and
          send it.
          {earliest && (
            <>
              {' '}
              A box to {postalCode} can be there on <b>{earliest}</b>.
            </>
          )}
        </p>
        <p class="hero__ways">
          <a class="button" href={paths.shop()}>
            Fill a box
          </a>
          {farm && (
            <a class="button button--quiet" href="#farms">
              Meet the farms
            </a>
          )}
        </p>
      </div>
      {farm && (
        <div class="hero__picture">
          <Picture
            name={farm.picture}
            sizes="(min-width: 1264px) 600px, (min-width: 820px) 48vw, 92vw"
            priority="first"
          />
        </div>
      )}
    </section>
  )
}
