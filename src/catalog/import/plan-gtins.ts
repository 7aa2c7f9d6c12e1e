import type { WantedCatalog } from './check-entries.ts'
import type { CurrentCatalog } from './current-catalog.ts'
import type { Problem } from './problems.ts'

/** Two offers of one farm with the same GTIN could not be told apart by their labels. */
export function gtinProblems(wanted: WantedCatalog, current: CurrentCatalog): Problem[] {
  const owners = new Map<string, string>()
  return gtinsAfter(wanted, current).flatMap(([key, gtin]) => {
    const [variety = ''] = key.split('\n')
    const farm = wanted.varieties.get(variety)?.given.farm ?? current.varieties.get(variety)?.farm ?? variety
    const owner = owners.get(`${farm}\n${gtin}`)
    if (owner === undefined) owners.set(`${farm}\n${gtin}`, key)
    const line = wanted.offers.get(key)?.line ?? wanted.varieties.get(variety)?.line
    return owner === undefined || line === undefined
      ? []
      : [{ line, reason: `gtin ${gtin} is already that of ${owner.replace('\n', ' “')}”` }]
  })
}

/** By offer, those that stay as they are first, so that a problem names the line that brought it. */
function gtinsAfter({ offers }: WantedCatalog, current: CurrentCatalog): [key: string, gtin: string][] {
  const kept = [...current.offers].flatMap(([key, { gtin }]): [string, string][] =>
    gtin !== null && offers.get(key)?.given.gtin === undefined ? [[key, gtin]] : [],
  )
  const given = [...offers].flatMap(([key, item]): [string, string][] =>
    item.given.gtin ? [[key, item.given.gtin]] : [],
  )
  return [...kept, ...given]
}
