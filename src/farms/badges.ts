import type { BadgeProof } from '#db/schema/index.ts'

/** What our badges mean everywhere. A farm's own proof says what it means there. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['Grass-fed', 'Grass and hay from birth to harvest, and no grain.'],
  ['Regenerative', 'Grazing that leaves the ground better than it found it.'],
  ['Family-run', 'Owned and worked by the people who live there.'],
  ['Wagyu', 'Fullblood or purebred Wagyu, with papers.'],
  ['Grain-finished', 'A life on pasture, and grain at the end of it.'],
  ['Pasture-raised', 'Outdoors on living ground whenever the weather allows.'],
  ['Heritage breed', 'An old breed, kept pure.'],
  ['No antibiotics', 'None, ever.'],
  ['Wild-caught', 'Caught in open water, never farmed.'],
  ['Small boat', 'Caught by boats under fifty feet.'],
  ['Women-owned', 'Women own more than half of it and run it.'],
  ['Air-chilled', 'Cooled in cold air, never soaked in water.'],
  ['Orchard-finished', 'The last months under fruit trees.'],
  ['Spring-fed', 'Raised in spring water.'],
  ['Dry-aged', 'Hung on the bone before it is cut.'],
  ['Organic', 'Certified organic land, feed and animals.'],
  ['Wood-smoked', 'Smoked over real wood.'],
])

export type BadgeClaim = { badge: string; claim: string | null; proof: BadgeProof | null }

/** Each badge with what stands behind it, in the farm's order. */
export const claimsOf = ({ badges, badgeProofs }: { badges: string[]; badgeProofs: BadgeProof[] }) =>
  badges.map((badge): BadgeClaim => {
    const proof = badgeProofs.find((each) => each.badge === badge) ?? null
    return { badge, claim: proof?.claim ?? badgeMeaning(badge), proof }
  })

export const badgeMeaning = (badge: string): string | null => MEANINGS.get(badge) ?? null
