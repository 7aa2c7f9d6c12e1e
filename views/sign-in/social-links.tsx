import { paths } from '#src/paths.ts'
import type { Provider } from '#src/providers/social/social.ts'

type SocialLinksProps = {
  providers: Provider[]
  /** A local path. */
  nextPath: string
  /** 'Continue with', 'Connect' */
  verb: string
}

/** Plain links: the Content-Security-Policy lets neither forms nor scripts lead to another site. */
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
