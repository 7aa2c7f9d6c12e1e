import { paths } from '#src/paths.ts'
import { FollowButton } from '../farms/follow-button.tsx'
import { AccountPart, type PartProps } from './account-part.tsx'

export const FollowsPart = ({ account: { userToken, follows }, ...part }: PartProps) => (
  <AccountPart
    {...part}
    id="account_follows"
    title="Farms you follow"
    intro="We email you what's new from them, once a week at most."
  >
    {follows.length === 0 ? (
      <p class="account-part__fact">
        None yet. <a href={paths.shopFarms()}>Meet our farms</a>
      </p>
    ) : (
      <ul class="places">
        {follows.map((farm) => (
          <li class="place-line">
            <p class="place-line__device">
              <a href={paths.farm(farm.slug)}>{farm.name}</a>
            </p>
            <FollowButton
              farm={farm}
              follower={{ userToken, farmIds: new Set(follows.map(({ id }) => id)) }}
              class="follow__button--small"
            />
          </li>
        ))}
      </ul>
    )}
  </AccountPart>
)
