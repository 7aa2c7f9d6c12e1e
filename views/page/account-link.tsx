import { paths } from '#src/paths.ts'
import { Icon } from '../shared/icon.tsx'
import { usePage } from '../shared/page-facts.ts'

/** In the header, and on narrow screens in the menu. */
export function AccountLink({ class: className }: { class: string }) {
  const { signedIn } = usePage()
  return (
    <a class={`account-link ${className}`} href={signedIn ? paths.account() : paths.signIn()}>
      <Icon name="account" />
      <span class="account-link__word">{signedIn ? 'Account' : 'Sign in'}</span>
    </a>
  )
}
