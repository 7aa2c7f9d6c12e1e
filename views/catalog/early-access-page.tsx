import type { EarlyCard } from '#src/catalog/listing.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import { formatMoment } from '../shared/local-time.ts'
import { ListingCards } from './listing-cards.tsx'

/** `viewer`: a paused membership ends early access until its member resumes it. */
type EarlyAccessProps = { viewer: 'member' | 'paused' | 'other'; cards: EarlyCard[] }

export const EarlyAccessPage = ({ viewer, cards }: EarlyAccessProps) => (
  <>
    <header class="page-head">
      <h1 class="page-head__title">Early access</h1>
      <p class="page-head__intro">{viewer === 'member' ? membersWords(cards) : WAYS_IN[viewer].words}</p>
    </header>
    {cards.length > 0 && (
      <>
        <ListingCards cards={cards.map(({ card }) => card)} lazy />
        <h2 class="section__title">When everyone can buy</h2>
        <ul>
          {cards.map(({ card, opensAt }) => (
            <li>
              {card.name}: {formatMoment(opensAt, SHOP_ZONE)}
            </li>
          ))}
        </ul>
      </>
    )}
    {viewer !== 'member' && (
      <p>
        <a class="button" href={WAYS_IN[viewer].path}>
          {WAYS_IN[viewer].label}
        </a>
      </p>
    )}
  </>
)

const MEMBERS_FIRST = 'When a farm has only a little of something, members see it and buy it first.'

const WAYS_IN = {
  paused: {
    words: `${MEMBERS_FIRST} Your membership is paused. Resume it to see what members can buy.`,
    path: paths.memberships(),
    label: 'Your membership',
  },
  other: {
    words: `${MEMBERS_FIRST} To join, check “Make it a recurring box” when you check out.`,
    path: paths.shop(),
    label: 'Start a box',
  },
}

const membersWords = (cards: EarlyCard[]) =>
  cards.length === 0
    ? "Nothing's scarce right now. When a farm has only a little of something, you see it here first."
    : 'Only a little of each, and members see it first. While it lasts, add it to any box.'
