import type { Follower } from '#src/farms/follow.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '../shared/icon.tsx'
import { usePage } from '../shared/page-facts.ts'

type FollowProps = {
  farm: { id: number; slug: string; name: string }
  follower: Follower | null
  class?: string
}

/** A form, not a link: nothing that fetches ahead follows by it. Signed out, it leads to sign-in and back. */
export function FollowButton({ farm, follower, class: more = '' }: FollowProps) {
  const { path } = usePage()
  if (follower) return <Toggle farm={farm} follower={follower} class={more} />
  return (
    <a class={`follow__button ${more}`} href={paths.signIn({ redirect_url: path })}>
      <Icon name="heart" />
      Follow<span class="visually-hidden"> {farm.name}</span>
    </a>
  )
}

function Toggle({ farm, follower, class: more }: FollowProps & { follower: Follower }) {
  const isFollowing = follower.farmIds.has(farm.id)
  const [follow, unfollow] = [paths.followFarm, paths.unfollowFarm].map((path) =>
    path(farm.slug, follower.userToken),
  )
  return (
    <form
      class="follow"
      action={isFollowing ? unfollow : follow}
      data-controller="farm-follow"
      data-farm-follow-follow-value={follow}
      data-farm-follow-unfollow-value={unfollow}
      data-action="submit->farm-follow#toggle"
    >
      <button
        type="submit"
        class={`follow__button ${more}`}
        aria-pressed={isFollowing ? 'true' : 'false'}
        data-farm-follow-target="button"
      >
        <Icon name="heart" />
        <span data-farm-follow-target="word">{isFollowing ? 'Following' : 'Follow'}</span>
        <span class="visually-hidden"> {farm.name}</span>
      </button>
    </form>
  )
}
