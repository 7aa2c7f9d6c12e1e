import { paths } from '#src/paths.ts'
import { usePage } from '../shared/page-facts.ts'

/** Where one goes on from a mailed link that is used up: to the account, or to the sign-in that leads there. */
export const OnwardLink = () => (
  <p>
    {usePage().signedIn ? (
      <a class="button" href={paths.account()}>
        To your account
      </a>
    ) : (
      <a class="button" href={paths.signIn()}>
        To the sign-in
      </a>
    )}
  </p>
)
