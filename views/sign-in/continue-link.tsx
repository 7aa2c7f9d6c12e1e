import { paths } from '#src/paths.ts'
import { usePage } from '../shared/page-facts.ts'

/** The way on from a used or expired emailed link. */
export const ContinueLink = () => (
  <p>
    {usePage().signedIn ? (
      <a class="button" href={paths.account()}>
        Go to your account
      </a>
    ) : (
      <a class="button" href={paths.signIn()}>
        Go to sign in
      </a>
    )}
  </p>
)
