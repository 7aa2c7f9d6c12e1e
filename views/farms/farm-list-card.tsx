import type { ListedFarm } from '#src/farms/farm-list.ts'
import type { Follower } from '#src/farms/follow.ts'
import { paths } from '#src/paths.ts'
import { firstSentences } from '../catalog/prose.tsx'
import { Badges } from '../shared/badges.tsx'
import { cacheFragments, contentId } from '../shared/cached-fragments.ts'
import { usePage } from '../shared/page-facts.ts'
import { Picture } from '../shared/picture.tsx'
import { RatingLine } from '../shared/rating.tsx'
import { FollowButton } from './follow-button.tsx'

const MAX_EXCERPT_LENGTH = 150
const BADGES_SHOWN = 4

type CardProps = { farm: ListedFarm; isNear: boolean }

export const FarmListCard = ({ follower, ...card }: CardProps & { follower: Follower | null }) => (
  <li class="farm-list__farm">
    {usePage().pieces.place(cardFragment(card))}
    <FollowButton farm={card.farm} follower={follower} class="follow__button--over" />
  </li>
)

const cardFragment = cacheFragments<CardProps>(
  ({ farm, isNear }) => `${contentId(farm)} ${isNear}`,
  (card) => `${<Card {...card} />}`,
)

const Card = ({ farm, isNear }: CardProps) => (
  <>
    <div class="farm-list__picture">
      <Picture
        name={farm.picture}
        sizes="(width >= 64em) 382px, (width >= 40em) 45vw, 92vw"
        priority={isNear ? 'eager' : 'lazy'}
        alt=""
      />
    </div>
    <p class="farm-list__place">
      {farm.town}, {farm.state} · {farm.region}
    </p>
    <h3 class="farm-list__name">
      <a class="farm-list__link" href={paths.farm(farm.slug)}>
        {farm.name}
      </a>
    </h3>
    <p class="farm-list__story">{firstSentences(farm.story, MAX_EXCERPT_LENGTH)}</p>
    <div class="farm-list__facts">
      {farm.rating && <RatingLine rating={farm.rating} />}
      <span>{farm.cuts === 1 ? '1 cut' : `${farm.cuts} cuts`}</span>
    </div>
    <Badges names={farm.badges} limit={BADGES_SHOWN} />
  </>
)
