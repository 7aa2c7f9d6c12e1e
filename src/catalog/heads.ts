import type { PageHead } from '../http/page.tsx'
import { paths } from '../paths.ts'
import { findPicture } from './pictures.ts'
import type { Product, ProductOffer } from './products.ts'
import type { Category } from './rules.ts'
import type { Shelf } from './shelf.ts'

/** Titles, descriptions and structured data, by what search engines read (CAT-9). */
export const homeHead = (): PageHead => ({
  title: 'meat from independent farms, delivered',
  description:
    'Beef, pork, poultry and seafood from independent American farms. Choose the cut, the farm and the day; it arrives frozen at your door.',
  canonical: paths.home(),
})

export function shelfHead(shelf: Shelf, category: Category | null): PageHead {
  const name = category?.name ?? 'Everything on the shelf'
  const path = paths.shop(category?.slug)
  return {
    title: shelf.page > 1 ? `${name}, page ${shelf.page}` : name,
    description: category?.intro ?? 'Everything we sell, with its farm, its weights and its price per pound.',
    canonical: shelf.page > 1 ? `${path}?page=${shelf.page}` : path,
  }
}

export function productHead({ variety, farm, offers }: Product, appUrl: string): PageHead {
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
  price: (offer.priceCents / 100).toFixed(2),
  availability: `https://schema.org/${offer.stock.kind === 'sold_out' ? 'OutOfStock' : 'InStock'}`,
})

function toBreadcrumbs(variety: Product['variety'], appUrl: string) {
  const trail = [
    { name: 'Shop', path: paths.shop() },
    {
      name: variety.animal.charAt(0).toUpperCase() + variety.animal.slice(1),
      path: paths.shop(variety.animal),
    },
    { name: variety.name, path: paths.product(variety.slug) },
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: appUrl + path,
    })),
  }
}

const largestUrl = (name: string) => findPicture(name)?.sources.at(-1)?.url
