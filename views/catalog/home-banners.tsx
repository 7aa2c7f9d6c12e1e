import { filtersQuery } from '#src/catalog/filter-rules.ts'
import type { HomeRow, Season } from '#src/catalog/home-rows.ts'
import type { FarmSummary } from '#src/catalog/queries.ts'
import { termsInFull } from '#src/delivery/advertised-day.ts'
import { paths } from '#src/paths.ts'
import { type PageFacts, usePage } from '../shared/page-facts.ts'
import { POSTAL_CODE_SLOT } from '../shared/page-fragments.ts'
import { Banner, type BannerSheet } from './home-banner.tsx'
import { ownSheet } from './own-slides.tsx'

/** The first day we deliver to the visitor's ZIP code, of which there are thousands. */
export type Arrival = { postalCode: string; on: string; terms: string }

export const arrivalWithSlot = ({ earliest, earliestTerms }: PageFacts): Arrival | null =>
  earliest === null ? null : { postalCode: POSTAL_CODE_SLOT, on: earliest, terms: termsInFull(earliestTerms) }

type BannersProps = { farm: FarmSummary | undefined; rows: HomeRow[]; arrival: Arrival | null }

export function HomeBanners({ farm, rows, arrival }: BannersProps) {
  const { written, demo } = usePage()
  const { slides, showsFarm, showsSeason, showsDelivery } = written.banner
  const inSeason = rows.find(({ isInSeason }) => isInSeason)
  const sheets = [
    ...slides.map(ownSheet),
    showsFarm ? farmBanner(farm, arrival) : undefined,
    showsSeason && inSeason ? seasonBanner(inSeason) : undefined,
    showsDelivery ? deliveryBanner(demo) : undefined,
  ].filter((sheet) => sheet !== undefined)
  return sheets.length > 0 ? <Banner label="News from the shop" sheets={sheets} /> : null
}

const farmBanner = (farm: FarmSummary | undefined, arrival: Arrival | null): BannerSheet => ({
  kicker: farm ? `${farm.name}, ${farm.region}` : 'From independent farms',
  title: 'Dinner, with a farm behind it',
  text: (
    <>
      We work with farms we know by name. Pick your cut, your weight and your delivery day, and we'll ship it
      frozen. {arrival && <Earliest {...arrival} />}
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

const Earliest = ({ postalCode, on, terms }: Arrival) => (
  <>
    We can deliver to {postalCode} as early as <b>{on}</b>
    {terms}.
  </>
)

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

/** The demo's pack names a farm that doesn't exist. */
const deliveryBanner = (demo: boolean): BannerSheet => ({
  kicker: 'How delivery works',
  title: 'On the day you pick',
  text: "Frozen and packed to order, with the farm's name on every pack. The calendar at checkout shows every day we can deliver to you.",
  ways: (
    <a class="button" href="#questions_title">
      Common questions
    </a>
  ),
  picture: demo ? DELIVERY_PICTURE : null,
})
