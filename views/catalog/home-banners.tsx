import { filtersQuery } from '#src/catalog/filter-rules.ts'
import type { HomeRow, Season } from '#src/catalog/home-rows.ts'
import type { FarmSummary } from '#src/catalog/queries.ts'
import { termsInFull } from '#src/delivery/advertised-day.ts'
import { paths } from '#src/paths.ts'
import { usePage } from '../shared/page-facts.ts'
import { Banner, type BannerSheet } from './home-banner.tsx'

type BannersProps = { farm: FarmSummary | undefined; rows: HomeRow[] }

export function HomeBanners({ farm, rows }: BannersProps) {
  const inSeason = rows.find(({ isInSeason }) => isInSeason)
  const sheets = [farmBanner(farm), inSeason && seasonBanner(inSeason), deliveryBanner()]
  return <Banner label="News from the shop" sheets={sheets.filter((sheet) => sheet !== undefined)} />
}

const farmBanner = (farm: FarmSummary | undefined): BannerSheet => ({
  kicker: farm ? `${farm.name}, ${farm.region}` : 'From independent farms',
  title: 'Dinner, with a farm behind it',
  text: (
    <>
      We work with farms we know by name. Pick your cut, your weight and your delivery day, and we'll ship it
      frozen. <Earliest />
    </>
  ),
  ways: (
    <>
      <a class="button" href={paths.shop()}>
        Shop all cuts
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
  const { earliest, earliestTerms, postalCode } = usePage()
  return earliest ? (
    <>
      We can deliver to {postalCode} as early as <b>{earliest}</b>
      {termsInFull(earliestTerms)}.
    </>
  ) : null
}

const SEASONS: Record<Season, { title: string; text: string; link: string }> = {
  cold: {
    title: 'Low oven, long afternoon',
    text: 'Cuts that need time and little else. Salt them the night before, cover the pot and let the oven do the work.',
    link: 'Shop cuts to slow-cook',
  },
  warm: {
    title: 'Hot coals, quick dinner',
    text: 'Ten minutes over the coals, ten minutes to rest. Thaw them in the fridge the day before and pat them dry.',
    link: 'Shop cuts to grill',
  },
}

function seasonBanner({ season, filters, cards }: HomeRow): BannerSheet | undefined {
  if (!season) return
  const { title, text, link } = SEASONS[season]
  return {
    kicker: 'In season',
    title,
    text,
    ways: (
      <a class="button" href={paths.shop() + filtersQuery(filters)}>
        {link}
      </a>
    ),
    picture: cards[0]?.picture ?? null,
  }
}

const DELIVERY_PICTURE = 'pack-wagyu-ribeye'

const deliveryBanner = (): BannerSheet => ({
  kicker: 'How delivery works',
  title: 'On the day you pick',
  text: "Frozen and packed to order, with the farm's name on every pack. The calendar at checkout shows every day we can deliver to you.",
  ways: (
    <a class="button" href="#questions_title">
      Common questions
    </a>
  ),
  picture: DELIVERY_PICTURE,
})
