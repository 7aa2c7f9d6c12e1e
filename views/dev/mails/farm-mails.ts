import { farmNewsMail } from '../../mails/farm-news.tsx'
import type { Store } from '../../mails/mail-layout.tsx'

const RANCH = { farm: 'Three Larks Ranch', farmSlug: 'three-larks-ranch' }

export const farmMails = (url: string) => [
  {
    name: 'farm-news',
    mail: (store: Store) =>
      farmNewsMail({
        news: [
          { ...RANCH, cut: 'Grass-fed flat iron', slug: 'grass-fed-flat-iron', labels: ['8 oz', '2 × 8 oz'] },
          {
            farm: 'Seven Ledges Shellfish',
            farmSlug: 'seven-ledges-shellfish',
            cut: 'Dry-packed scallops',
            slug: 'dry-packed-scallops',
            labels: ['1 lb'],
          },
        ],
        farmUrl: () => url,
        farmsUrl: url,
        preferencesUrl: url,
        store,
      }),
  },
]
