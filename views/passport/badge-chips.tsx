import type { Passport } from '#src/passport/passport.ts'
import { passportPath } from './stamp-leaf.tsx'

/** Badges of the farms one tried. They combine, and a press on a chosen one leaves it out again. */
export const BadgeChips = ({ passport, path }: { passport: Passport; path: string }) => {
  const { badges, chosen } = passport
  if (badges.length === 0) return null
  return (
    <nav aria-label="Badges of farms you tried">
      <ul class="chips chips--row passport-chips">
        <li>
          <a class="chip" href={path} aria-current={chosen.length === 0 ? 'true' : undefined}>
            All farms
          </a>
        </li>
        {badges.map(({ name, farms, isChosen }) => (
          <li>
            <a
              class="chip"
              href={passportPath(path, isChosen ? chosen.filter((one) => one !== name) : [...chosen, name])}
              aria-current={isChosen ? 'true' : undefined}
            >
              {name} <i class="passport-chips__count">{farms}</i>
              <span class="visually-hidden">
                {farms === 1 ? ' farm' : ' farms'}
                {isChosen && ', chosen'}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
