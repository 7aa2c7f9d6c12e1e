import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { plainDollars } from '../money.ts'
import { listingPath, paths } from '../paths.ts'
import type { PageHead } from '../web/page.tsx'
import type { Facets } from './facets.ts'
import { type Facet, isPlain, type ListingFilters } from './filter-rules.ts'
import type { Listing } from './listing.ts'
import { findPicture } from './pictures.ts'
import type { Product, ProductOffer } from './products.ts'
import { averageText, MAX_STARS, type Rating } from './rating-rules.ts'
import type { ShownReview } from './reviews.ts'
import { type Category, findCategory } from './rules.ts'

/** Titles, descriptions and structured data for search engines (CAT-9). */
export const homeHead = (appUrl: string, storeName: string): PageHead => ({
  title: 'meat from independent farms, delivered',
  description:
    'Beef, pork, poultry and seafood from independent American farms. Choose your cut, your farm and your delivery day. It arrives frozen at your door.',
  canonical: paths.home(),
  picture: OPEN_GRAPH_PICTURE,
  structured: [
    {
      '@context': 'https://schema.org',
      '@type': 'OnlineStore',
      name: storeName,
      url: appUrl + paths.home(),
      logo: `${appUrl}/pictures/mark.svg`,
    },
  ],
})

export const OPEN_GRAPH_PICTURE = '/pictures/open-graph.jpg'

/** Filtered and sorted listings are not indexed: they repeat the plain one. */
export function listingHead(
  listing: Listing,
  category: Category | null,
  filters: ListingFilters,
  appUrl: string,
): PageHead {
  const name = category?.name ?? 'Shop all'
  const path = listingPath(category)
  return {
    title: listingTitle(name, listing, filters),
    description: category?.intro ?? 'Everything we sell, with its farm, weights and price per pound.',
    canonical: listing.page > 1 ? `${path}?page=${listing.page}` : path,
    indexed: isPlain(filters),
    picture: OPEN_GRAPH_PICTURE,
    structured: category ? [toTrail([SHOP, { name: category.name, path }], appUrl)] : [],
  }
}

function listingTitle(name: string, { count, page, facets }: Listing, filters: ListingFilters): string {
  const title = [filterNames(facets, filters), name].filter(Boolean).join(' · ')
  if (count === 0) return `No results · ${title}`
  return page > 1 ? `${title}, page ${page}` : title
}

const MAX_NAMED = 3

function filterNames(facets: Facets, filters: ListingFilters): string {
  const namesOf = (facet: Facet) =>
    filters[facet]
      .slice(0, MAX_NAMED)
      .map((value) => facets[facet].find((option) => option.value === value)?.name ?? value)
      .join(', ')
  const farms = namesOf('farm')
  const what = [namesOf('animal'), namesOf('cut'), namesOf('badge')].filter(Boolean).join(', ')
  const from = farms && `${what ? ' from' : 'From'} ${farms}`
  return [what + from, namesOf('price'), namesOf('in_stock')].filter(Boolean).join(', ')
}

export function productHead({ variety, farm, offers, rating, reviews }: Product, appUrl: string): PageHead {
  const path = paths.product(variety.slug)
  const pictures = variety.pictures.flatMap((name) => largestUrl(name) ?? [])
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: variety.name,
    description: variety.summary,
    sku: variety.slug,
    image: pictures.map((url) => appUrl + url),
    brand: { '@type': 'Brand', name: farm.name },
    aggregateRating: rating ? toAggregateRating(rating) : undefined,
    review: reviews.total > 0 ? reviews.shown.map(toStructuredReview) : undefined,
    offers: offers.map((offer) => toStructuredOffer(offer, appUrl + path)),
  }
  return {
    title: `${variety.name} from ${farm.name}`,
    description: variety.summary,
    canonical: path,
    picture: pictures[0],
    structured: [product, toBreadcrumbs(variety, appUrl)],
  }
}

const toStructuredOffer = (offer: ProductOffer, url: string) => ({
  '@type': 'Offer',
  url,
  sku: offer.token,
  name: offer.label,
  priceCurrency: 'USD',
  price: plainDollars(offer.priceCents),
  availability: `https://schema.org/${offer.stock.kind === 'sold_out' ? 'OutOfStock' : 'InStock'}`,
})

export const toAggregateRating = (rating: Rating) => ({
  '@type': 'AggregateRating',
  ratingValue: averageText(rating),
  ratingCount: rating.buyers,
  bestRating: MAX_STARS,
  worstRating: 1,
})

const toStructuredReview = ({ name, words, writtenAt, score }: ShownReview) => ({
  '@type': 'Review',
  author: { '@type': 'Person', name },
  datePublished: dayIn(SHOP_ZONE, writtenAt),
  reviewBody: words,
  reviewRating:
    score === null
      ? undefined
      : { '@type': 'Rating', ratingValue: score, bestRating: MAX_STARS, worstRating: 1 },
})

const SHOP = { name: 'Shop', path: paths.shop() }

function toBreadcrumbs(variety: Product['variety'], appUrl: string) {
  const name = findCategory(variety.animal)?.name ?? variety.animal
  const trail = [
    SHOP,
    { name, path: paths.category(variety.animal) },
    { name: variety.name, path: paths.product(variety.slug) },
  ]
  return toTrail(trail, appUrl)
}

export const toTrail = (trail: { name: string; path: string }[], appUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: appUrl + path,
  })),
})

export const largestUrl = (name: string) => findPicture(name)?.sources.at(-1)?.url
