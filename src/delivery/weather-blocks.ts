import type { Db } from '#db/client.ts'
import { type Day, formatDay } from '#src/day.ts'
import type { Block } from './calendar.ts'
import { type ServedZone, stateOf } from './postal-zones.ts'

/** A closed area, in the words that shoppers see, or a center's weather alert: its title, and its area as JSON. */
export type Closure = Pick<Block, 'startsOn' | 'endsOn' | 'reason'> & { words: string; area: string | null }

/** The closures that apply to a zone. */
export const blocksIn = (db: Db, zone: ServedZone, closures: Closure[]): Block[] =>
  closures.flatMap(({ words, area, ...block }) => {
    if (area === null) return { ...block, sentence: words }
    return isInArea(db, zone, area) ? { ...block, sentence: alertSentence(words, block.endsOn) } : []
  })

function isInArea(db: Db, zone: ServedZone, area: string): boolean {
  const { zip3s, states } = JSON.parse(area) as { zip3s: string[]; states: string[] }
  return zip3s.includes(zone.zip.slice(0, 3)) || states.includes(stateOf(db, zone) ?? '')
}

const alertSentence = (title: string, endsOn: Day | null) =>
  `${title}: no boxes travel to your area${endsOn ? ` through ${formatDay(endsOn, 'long')}` : ''}.`
