import { ZONE_CHART } from '#db/data/postal-zones.ts'

/** Time zones as IANA names. Where the first three digits of a ZIP code straddle two, both count. */
const EASTERN = 'America/New_York'
const CENTRAL = 'America/Chicago'
const MOUNTAIN = 'America/Denver'
const ARIZONA = 'America/Phoenix'
const PACIFIC = 'America/Los_Angeles'
const ALASKA = 'America/Anchorage'
const HAWAII = 'Pacific/Honolulu'

const inStates = (zone: string, states: string) => states.split(' ').map((state) => [state, [zone]] as const)

const ZONES_OF_STATE = new Map<string, readonly string[]>([
  ...inStates(EASTERN, 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV'),
  ...inStates(CENTRAL, 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI'),
  ...inStates(MOUNTAIN, 'CO ID MT NM UT WY'),
  ...inStates(ARIZONA, 'AZ'),
  ...inStates(PACIFIC, 'CA NV OR WA'),
  ...inStates(ALASKA, 'AK'),
  ...inStates(HAWAII, 'HI'),
])

const BOTH_EASTERN = [EASTERN, CENTRAL]
const BOTH_CENTRAL = [CENTRAL, MOUNTAIN]

/** Prefixes whose clocks differ from most of their state's: 49 CFR 71. */
const ZONES_OF_PREFIX: Readonly<Record<string, readonly string[]>> = {
  323: BOTH_EASTERN,
  324: BOTH_EASTERN,
  325: [CENTRAL],
  373: BOTH_EASTERN,
  374: [EASTERN],
  376: [EASTERN],
  377: BOTH_EASTERN,
  378: [EASTERN],
  379: [EASTERN],
  385: BOTH_EASTERN,
  401: BOTH_EASTERN,
  420: [CENTRAL],
  421: BOTH_EASTERN,
  422: [CENTRAL],
  423: [CENTRAL],
  424: [CENTRAL],
  425: BOTH_EASTERN,
  426: BOTH_EASTERN,
  427: BOTH_EASTERN,
  463: [CENTRAL],
  464: [CENTRAL],
  465: BOTH_EASTERN,
  469: BOTH_EASTERN,
  475: BOTH_EASTERN,
  476: [CENTRAL],
  477: [CENTRAL],
  479: BOTH_EASTERN,
  498: BOTH_EASTERN,
  499: BOTH_EASTERN,
  575: BOTH_CENTRAL,
  576: BOTH_CENTRAL,
  577: [MOUNTAIN],
  585: BOTH_CENTRAL,
  586: BOTH_CENTRAL,
  588: BOTH_CENTRAL,
  677: BOTH_CENTRAL,
  678: BOTH_CENTRAL,
  679: BOTH_CENTRAL,
  690: BOTH_CENTRAL,
  691: BOTH_CENTRAL,
  692: BOTH_CENTRAL,
  693: [MOUNTAIN],
  797: BOTH_CENTRAL,
  798: BOTH_CENTRAL,
  799: [MOUNTAIN],
  835: [MOUNTAIN, PACIFIC],
  838: [PACIFIC],
  863: [ARIZONA, MOUNTAIN],
  864: [ARIZONA, PACIFIC],
  865: [ARIZONA, MOUNTAIN],
  860: [ARIZONA, MOUNTAIN],
  885: [MOUNTAIN],
  898: [PACIFIC, MOUNTAIN],
  979: [PACIFIC, MOUNTAIN],
}

/** Without a known ZIP code: hours that fit from coast to coast. */
const COAST_TO_COAST = [EASTERN, PACIFIC]

export function zonesOfZip(zip: string | null): readonly string[] {
  const prefix = zip?.slice(0, 3) ?? ''
  return ZONES_OF_PREFIX[prefix] ?? ZONES_OF_STATE.get(stateOfPrefix().get(prefix) ?? '') ?? COAST_TO_COAST
}

/** The one clock of a ZIP code for times on a page; null where we can't tell. */
export function zoneOfZip(zip: string | null): string | null {
  const zones = zonesOfZip(zip)
  return zones === COAST_TO_COAST ? null : (zones[0] ?? null)
}

let states: Map<string, string> | undefined

function stateOfPrefix(): Map<string, string> {
  states ??= new Map(
    ZONE_CHART.trim()
      .split('\n')
      .flatMap((line) => {
        const [first = '', last = '', state = ''] = line.split(' ')
        if (first.length > 3) return []
        const prefixes = Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i)
        return prefixes.map((prefix) => [String(prefix).padStart(3, '0'), state] as const)
      }),
  )
  return states
}
