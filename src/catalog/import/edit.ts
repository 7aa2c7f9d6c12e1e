import type { Db, DurableTx } from '#db/client.ts'
import type { Instant } from '../../day.ts'
import { dayIn, SHOP_ZONE } from '../../delivery/zones.ts'
import type { Random } from '../../tokens.ts'
import { applyPlan } from './apply.ts'
import { checkEntries } from './check-entries.ts'
import { readCurrentCatalog } from './current-catalog.ts'
import { type Difference, differencesOf } from './differences.ts'
import type { Entries } from './entries.ts'
import { isEmpty, planImport } from './plan.ts'
import type { Plan } from './plan-types.ts'

/** Items as a catalog file has them, with the fields that change. Never stock, which isn't read here. */
export type ItemEdits = Partial<Record<keyof Entries, Record<string, unknown>[]>>

export type EditPlan =
  | { ok: true; plan: Plan; differences: Difference[]; isEmpty: boolean }
  | { ok: false; problems: string[] }

type Settings = { now: Instant; random: Random }

/** What an edit would change, by the rules of the catalog file. Writes nothing. */
export function planEdit(db: Db, edits: ItemEdits, { now, random }: Settings): EditPlan {
  const { wanted, problems: invalid } = checkEntries(entriesOf(edits))
  if (invalid.length > 0) return { ok: false, problems: invalid.map(({ reason }) => reason) }
  const current = readCurrentCatalog(db, now, false)
  const { plan, problems } = planImport(wanted, current, {
    replace: false,
    today: dayIn(SHOP_ZONE, now),
    sources: new Map(),
    tokenOf: () => random.token(),
  })
  if (problems.length > 0) return { ok: false, problems: problems.map(({ reason }) => reason) }
  return { ok: true, plan, differences: differencesOf(plan, current), isEmpty: isEmpty(plan) }
}

/** An edit that was just planned in this transaction. */
export const applyEdit = (
  tx: DurableTx,
  { plan }: Extract<EditPlan, { ok: true }>,
  note: string,
  now: Instant,
) => applyPlan(tx, plan, new Map(), now, note)

const NO_LINE = 0

const entriesOf = (edits: ItemEdits): Entries => {
  const listed = (kind: keyof Entries) => (edits[kind] ?? []).map((given) => ({ line: NO_LINE, given }))
  return {
    farms: listed('farms'),
    varieties: listed('varieties'),
    offers: listed('offers'),
    bundles: listed('bundles'),
  }
}
