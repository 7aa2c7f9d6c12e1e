import { gather } from '../catalog/import/gather.ts'
import { jsonEntries } from '../catalog/import/json.ts'
import catalog from './catalog.json' with { type: 'json' }

/** The demo's catalog, read by the importer itself (src/catalog/import/FORMAT.md). */
const { entries } = jsonEntries(JSON.stringify(catalog))
export const { wanted, problems } = gather(entries)

const given = <T>(read: ReadonlyMap<string, { given: T }>) => [...read.values()].map((one) => one.given)

export const farms = given(wanted.farms)
export const varieties = given(wanted.varieties)
export const offers = given(wanted.offers)
