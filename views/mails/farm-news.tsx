import type { NewsItem } from '#src/farms/news.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

const MAX_NAMED = 12

type NewsProps = {
  news: NewsItem[]
  /** Absolute, as the others. */
  farmUrl: (slug: string) => string
  farmsUrl: string
  preferencesUrl: string | undefined
  store: Store
}

export function farmNewsMail({ news, farmUrl, farmsUrl, preferencesUrl, store }: NewsProps) {
  const [first, ...others] = new Map(news.map(({ farm, farmSlug }) => [farm, farmSlug]))
  const isOneFarm = others.length === 0 && first !== undefined
  const title = isOneFarm ? `New from ${first[0]}` : 'New from the farms you follow'
  return composeEmail({
    subject: isOneFarm ? title : `New from ${first?.[0]} and ${countOf(others.length, 'other farm')}`,
    title,
    paragraphs: [
      ...news
        .slice(0, MAX_NAMED)
        .sort((a, b) => a.farm.localeCompare(b.farm, 'en'))
        .map(({ farm, cut, labels }) => `${isOneFarm ? '' : `${farm}: `}${cut}, ${labels.join(' or ')}`),
      ...(news.length > MAX_NAMED ? ['And more.'] : []),
    ],
    link: isOneFarm
      ? { label: `See it at ${first[0]}`, url: farmUrl(first[1]) }
      : { label: 'See the farms', url: farmsUrl },
    after: [
      `You get this because you follow ${isOneFarm ? first[0] : 'these farms'} at ${store.name}, once a week at most.`,
      ...(store.address ? [store.address] : []),
    ],
    preferencesUrl,
    store,
  })
}

const countOf = (count: number, thing: string) => (count === 1 ? `1 ${thing}` : `${count} ${thing}s`)
