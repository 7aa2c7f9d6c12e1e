import { formatDay } from '#src/day.ts'
import type { BadgeClaim } from '#src/farms/badges.ts'
import { Icon, type IconName } from '../shared/icon.tsx'

const ICONS: Record<string, IconName> = {
  'Grass-fed': 'leaf',
  Organic: 'leaf',
  Regenerative: 'sprout',
  'Pasture-raised': 'sprout',
  'Orchard-finished': 'sprout',
  'Family-run': 'house',
  'Women-owned': 'house',
}

/** What each badge claims here, what we have seen of it, and when. */
export const FarmClaims = ({ claims }: { claims: BadgeClaim[] }) =>
  claims.length === 0 ? null : (
    <>
      <h3 class="farm__small">What the badges stand on</h3>
      <ul class="farm-claims">
        {claims.map(({ badge, claim, proof }) => (
          <li class="farm-claims__claim">
            <Icon name={ICONS[badge] ?? 'award'} />
            <h4 class="farm-claims__badge">{badge}</h4>
            {claim !== null && <p>{claim}</p>}
            <p class="farm-claims__proof">
              {proof === null
                ? "The farm's own word. We haven't seen proof of it yet."
                : `${proof.evidence} · checked ${monthOf(proof.checkedOn)}${
                    proof.validUntil === null ? '' : `, valid until ${monthOf(proof.validUntil)}`
                  }`}
            </p>
          </li>
        ))}
      </ul>
    </>
  )

/** 'Mar 2026' */
const monthOf = (day: Parameters<typeof formatDay>[0]) =>
  `${formatDay(day, 'date').slice(0, 3)} ${day.slice(0, 4)}`
