import { paths } from '#src/paths.ts'
import { Icon } from '../shared/icon.tsx'
import { usePage } from '../shared/page-facts.ts'

/** To one's account, or to the way in. Stands in the header, and where that is too narrow in the menu. */
export function AccountLink({ class: place }: { class: string }) {
  const { signedIn } = usePage()
  return (
    <a class={`account-link ${place}`} href={signedIn ? paths.account() : paths.signIn()}>
      <Icon name="account" />
      <span class="account-link__word">{signedIn ? 'Account' : 'Sign in'}</span>
    </a>
  )
}
