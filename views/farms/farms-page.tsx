import { badgeMeaning } from '#src/farms/badges.ts'
import { farmsQuery } from '#src/farms/farm-filters.ts'
import type { FarmList } from '#src/farms/farm-list.ts'
import type { Follower } from '#src/farms/follow.ts'
import { paths } from '#src/paths.ts'
import { Pager } from '../catalog/pager.tsx'
import { cacheFragments, contentId } from '../shared/cached-fragments.ts'
import { pageTitle, usePage } from '../shared/page-facts.ts'
import { FarmListCard } from './farm-list-card.tsx'
import { FarmsMap } from './farms-map.tsx'

type FarmsProps = { list: FarmList; follower: Follower | null; title: string }

export const FarmsPage = (props: FarmsProps) => (
  <>
    <header class="page-head">
      <h1 class="page-head__title">{titleWords(props.list.total)}</h1>
      <p class="page-head__intro">
        Pick what matters to you. A badge is a claim that a farm made to us. Its page says what we have seen
        of it, and when.
      </p>
    </header>
    <FarmsFrame {...props} />
  </>
)

function titleWords(farms: number): string {
  if (farms === 0) return 'Our farms'
  return farms === 1 ? 'Our farm' : `${farms} farms, by name`
}

/** Morphed, so that the focus stays on the badge that was picked. */
export function FarmsFrame({ list, follower, title }: FarmsProps) {
  const page = usePage()
  return (
    <turbo-frame
      id="farms"
      class="farms"
      target="_top"
      data-turbo-action="advance"
      data-controller={list.total > 0 ? 'filter-sort' : undefined}
      data-title={pageTitle(title, page)}
      data-action="turbo:before-frame-render->filter-sort#morph"
    >
      {list.total > 0 && page.pieces.place(headFragment({ list }))}
      {list.count === 0 ? (
        <NoFarms isOfBadges={list.chosen.length > 0} />
      ) : (
        <ul class="farm-list">
          {list.farms.map((farm, index) => (
            <FarmListCard farm={farm} follower={follower} isNear={index < 3} />
          ))}
        </ul>
      )}
      <Pager page={list.page} pages={list.pages} path={paths.shopFarms() + farmsQuery(list.chosen)} />
    </turbo-frame>
  )
}

/** Filters and map are the same for all visitors, so they are rendered once per choice. */
const headFragment = cacheFragments<{ list: FarmList }>(
  ({ list }) => contentId(list),
  ({ list }) => `${<Head list={list} />}`,
)

const Head = ({ list }: { list: FarmList }) => (
  <>
    <BadgeFilters list={list} />
    <FarmsMap list={list} />
    <h2 class="farms__count">
      <span role="status">{countedFarms(list)}</span>
    </h2>
  </>
)

const BadgeFilters = ({ list: { options, chosen } }: { list: FarmList }) => (
  <form
    class="farm-filters"
    action={paths.shopFarms()}
    autocomplete="off"
    data-turbo-frame="farms"
    data-filter-sort-target="form"
    data-action="change->filter-sort#change"
  >
    <fieldset>
      <legend class="visually-hidden">Show farms with all of these badges</legend>
      <ul class="chips chips--row">
        {options.map(({ badge, isChosen, count }) => (
          <li>
            <label class="chip farm-filters__chip" title={badgeMeaning(badge) ?? undefined}>
              <input
                type="checkbox"
                name="badge"
                value={badge}
                checked={isChosen}
                disabled={count === 0 && !isChosen}
              />
              {badge}
              <span class="farm-filters__left">
                {count}
                <span class="visually-hidden">{count === 1 ? ' farm' : ' farms'}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
    <div class="farm-filters__foot">
      <button type="submit" class="button button--quiet button--small farm-filters__apply">
        Show these farms
      </button>
      {chosen.length > 0 && (
        <a
          class="chosen__clear"
          href={paths.shopFarms()}
          data-turbo-frame="farms"
          data-turbo-action="advance"
        >
          Clear all
        </a>
      )}
    </div>
  </form>
)

function countedFarms({ count, chosen }: FarmList): string {
  const farms = count === 1 ? '1 farm' : `${count} farms`
  return chosen.length === 0 ? farms : `${farms}: ${chosen.join(', ')}`
}

const NoFarms = ({ isOfBadges }: { isOfBadges: boolean }) => (
  <p class="farms__none">
    {isOfBadges ? (
      <>
        No farm has all of these badges. <a href={paths.shopFarms()}>See all farms</a>
      </>
    ) : (
      'No farm sells anything right now, so check back soon.'
    )}
  </p>
)
