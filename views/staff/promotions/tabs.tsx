import { paths } from '#src/paths.ts'

type Tab = 'promotions' | 'rewards' | 'gift_cards'

export const PromotionTabs = ({ current }: { current: Tab }) => (
  <nav class="flag-filters" aria-label="Kinds">
    <ul class="chips">
      {TABS.map(([tab, title, path]) => (
        <li>
          <a class="chip" href={path()} aria-current={tab === current ? 'true' : undefined}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const TABS: [Tab, string, () => string][] = [
  ['promotions', 'Codes', () => paths.staffPromotions()],
  ['rewards', 'Rewards', () => paths.staffRewards()],
  ['gift_cards', 'Gift cards', () => paths.staffGiftCards()],
]
