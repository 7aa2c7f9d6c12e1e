import { largestUrl, OPEN_GRAPH_PICTURE, toAggregateRating, toTrail } from '../catalog/page-heads.ts'
import { paths } from '../paths.ts'
import { STATES } from '../postal/states.ts'
import type { PageHead } from '../web/page.tsx'
import type { FarmFacts } from './farm-detail.ts'
import { farmsQuery } from './farm-filters.ts'
import type { FarmList } from './farm-list.ts'

const MAX_DESCRIPTION = 155

/** Filtered lists are not indexed: they repeat the plain one. */
export function farmsHead({ farms, count, page, pages, chosen }: FarmList, appUrl: string): PageHead {
  const named = [...chosen, 'Farms'].join(' · ')
  const title = count === 0 ? `No results · ${named}` : named
  return {
    title: pages > 1 && page > 1 ? `${title}, page ${page}` : title,
    description:
      'The independent farms behind our meat, on a map: where they are, how they raise it, and the proof behind each badge.',
    canonical: paths.shopFarms() + farmsQuery([], page),
    indexed: chosen.length === 0,
    picture: OPEN_GRAPH_PICTURE,
    styles: 'farms',
    structured: [
      toTrail([FARMS], appUrl),
      {
        '@context': 'https://schema.org',
        '@type': 'ItemList',
        itemListElement: farms.map(({ slug, name }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          url: appUrl + paths.farm(slug),
        })),
      },
    ],
  }
}

const FARMS = { name: 'Farms', path: paths.shopFarms() }

export function farmHead({ farm, rating }: FarmFacts, appUrl: string): PageHead {
  const path = paths.farm(farm.slug)
  const picture = largestUrl(farm.picture)
  return {
    title: `${farm.name} in ${farm.town}, ${STATES[farm.state] ?? farm.state}`,
    description: shortened(farm.story),
    canonical: path,
    picture: picture ?? OPEN_GRAPH_PICTURE,
    styles: 'farms',
    structured: [
      {
        '@context': 'https://schema.org',
        '@type': 'Organization',
        '@id': appUrl + path,
        name: farm.name,
        url: appUrl + path,
        description: shortened(farm.story),
        image: picture ? appUrl + picture : undefined,
        foundingDate: farm.founded === null ? undefined : String(farm.founded),
        address: {
          '@type': 'PostalAddress',
          addressLocality: farm.town,
          addressRegion: farm.state,
          addressCountry: 'US',
        },
        aggregateRating: rating ? toAggregateRating(rating) : undefined,
      },
      toTrail([FARMS, { name: farm.name, path }], appUrl),
    ],
  }
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length <= MAX_DESCRIPTION ? line : `${line.slice(0, MAX_DESCRIPTION).replace(/\s\S*$/, '')}…`
}
