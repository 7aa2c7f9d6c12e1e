import type { DurableTx } from '#db/client.ts'
import { searchMarks } from '#db/schema/index.ts'
import { weekOf } from '../catalog/search/search-weeks.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { REGIONS } from '../postal/regions.ts'

const WEEKS = 3

/** By how many people in the week, over all regions; some too few to show. */
const FOUND = { ribeye: 64, brisket: 41, 'whole chicken': 33, bacon: 27, salmon: 24, 'short ribs': 12 }
const MISSED = { rabbit: 29, 'goat shoulder': 22, 'beef heart': 17, elk: 14, 'quail eggs': 4 }

/** What shoppers of the last weeks looked for, so that a farm's demand board has something to say. */
export function seedSearches(tx: DurableTx, now: Instant) {
  const marks = Array.from({ length: WEEKS }, (_, back) => weekOf(now) - back * 7 * DAY_MS).flatMap(
    (weekAt, back) => [
      ...marksOf(FOUND, { weekAt, found: true, share: 1 - back / 8 }),
      ...marksOf(MISSED, { weekAt, found: false, share: 1 - back / 5 }),
    ],
  )
  tx.insert(searchMarks).values(marks).run()
}

type Week = { weekAt: Instant; found: boolean; share: number }

const marksOf = (phrases: Record<string, number>, { weekAt, found, share }: Week) =>
  Object.entries(phrases).flatMap(([phrase, people]) =>
    Array.from({ length: Math.round(people * share) }, (_, n) => ({
      weekAt,
      phrase,
      region: REGIONS[n % REGIONS.length]?.id ?? 'unknown',
      visitor: `demo-${n}`,
      found,
    })),
  )
