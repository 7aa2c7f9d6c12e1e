import { paths } from '#src/paths.ts'
import type { Provider } from '#src/providers/social/social.ts'

type SocialLinksProps = {
  providers: Provider[]
  /** A path of ours. */
  nextPath: string
  /** What stands before the provider's name: 'Continue with', 'Connect'. */
  verb: string
}

/** Ways in by another company. Links that the browser follows itself: no form and no script leads elsewhere. */
export const SocialLinks = ({ providers, nextPath, verb }: SocialLinksProps) => (
  <ul class="social-links">
    {providers.map(({ name, label }) => (
      <li>
        <a
          class="button button--quiet button--wide"
          href={paths.signInWith(name, { redirect_url: nextPath === paths.home() ? undefined : nextPath })}
          data-turbo="false"
        >
          {verb} {label}
        </a>
      </li>
    ))}
  </ul>
)
