import { checkEntries } from '../catalog/import/check-entries.ts'
import { jsonEntries } from '../catalog/import/json.ts'
import catalog from './catalog.json' with { type: 'json' }

/** The demo catalog, read by the importer (src/catalog/import/FORMAT.md). */
const { entries } = jsonEntries(JSON.stringify(catalog))
export const { wanted, problems } = checkEntries(entries)

const inputs = <T>(records: ReadonlyMap<string, { given: T }>) =>
  [...records.values()].map((record) => record.given)

export const farms = inputs(wanted.farms)
export const varieties = inputs(wanted.varieties)
export const offers = inputs(wanted.offers)
