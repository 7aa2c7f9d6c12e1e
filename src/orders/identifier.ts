import type { Random } from '../tokens.ts'

const PREFIX = 'DW'

/** An order's number, as people read it out: 'DW-7KQ2M4XA'. */
export const newIdentifier = (random: Random) => `${PREFIX}-${random.readable(8)}`

/** For patterns; wider than today's numbers, so that they could grow. */
export const IDENTIFIER = `${PREFIX}-[A-Z0-9]{4,16}`

/** What a caller may mean, typed in capitals without spaces and hyphens: 'DW7KQ2M4XA', or '7KQ2M4XA' alone. */
export const typedIdentifiers = (compact: string): string[] =>
  [new RegExp(`^${PREFIX}([0-9A-Z]{2,16})$`), /^([0-9A-Z]{8})$/].flatMap((pattern) => {
    const [, rest] = pattern.exec(compact) ?? []
    return rest ? [`${PREFIX}-${rest}`] : []
  })
