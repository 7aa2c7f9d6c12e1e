import { filtersQuery } from '#src/catalog/filter-rules.ts'
import type { HomeRow, Season } from '#src/catalog/home-rows.ts'
import type { FarmSummary } from '#src/catalog/queries.ts'
import { paths } from '#src/paths.ts'
import { usePage } from '../shared/page-facts.ts'
import { Banner, type BannerWords } from './home-banner.tsx'

type Facts = { farm: FarmSummary | undefined; rows: HomeRow[] }

/** Who stands behind the shop, what is good just now, and how it comes. */
export function HomeBanners({ farm, rows }: Facts) {
  const inSeason = rows.find(({ isInSeason }) => isInSeason)
  const sheets = [farmBanner(farm), inSeason && seasonBanner(inSeason), deliveryBanner()]
  return <Banner label="News from the shop" sheets={sheets.filter((sheet) => sheet !== undefined)} />
}

const farmBanner = (farm: FarmSummary | undefined): BannerWords => ({
  kicker: farm ? `${farm.name}, ${farm.region}` : 'From independent farms',
  title: 'Dinner, with a farm behind it',
  text: (
    <>
      We sell for farms we know by name. You choose the cut, the weight and the day; we pack it frozen and
      send it. <Earliest />
    </>
  ),
  ways: (
    <>
      <a class="button" href={paths.shop()}>
        Fill a box
      </a>
      {farm && (
        <a class="button button--quiet" href="#farms">
          Meet the farms
        </a>
      )}
    </>
  ),
  picture: farm?.picture ?? null,
})

function Earliest() {
  const { earliest, postalCode } = usePage()
  return earliest ? (
    <>
      A box to {postalCode} can be there on <b>{earliest}</b>.
    </>
  ) : null
}

const SEASONS: Record<Season, { title: string; text: string; way: string }> = {
  cold: {
    title: 'Low oven, long afternoon',
    text: 'Cuts that ask for hours and little else. Salt them the evening before, cover the pot, and leave them be.',
    way: 'Cuts for a slow oven',
  },
  warm: {
    title: 'Hot coals, short evening',
    text: 'Cuts for ten minutes over the coals, and as long to rest. Thaw them in the refrigerator the day before, and dry them well.',
    way: 'Cuts for the grill',
  },
}

/** What people cook at this time of the year, with a picture of something that can be had today. */
function seasonBanner({ season, wishes, cards }: HomeRow): BannerWords | undefined {
  if (!season) return
  const { title, text, way } = SEASONS[season]
  return {
    kicker: 'In season',
    title,
    text,
    ways: (
      <a class="button" href={paths.shop() + filtersQuery(wishes)}>
        {way}
      </a>
    ),
    picture: cards[0]?.picture ?? null,
  }
}

/** One of the painter's packs: how every cut looks when it arrives. */
const PACK = 'pack-wagyu-ribeye'

const deliveryBanner = (): BannerWords => ({
  kicker: 'How it comes',
  title: 'On the day you choose',
  text: 'Frozen hard and packed to order, with the farm’s name on every pack. At checkout a calendar shows each day we can reach your door.',
  ways: (
    <a class="button" href="#questions_title">
      Before the first box
    </a>
  ),
  picture: PACK,
})
