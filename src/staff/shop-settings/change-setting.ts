import type { DurableTx } from '#db/client.ts'
import { durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { actorOf } from '../../accounts/actor.ts'
import { recordAction } from '../../audit/audit.ts'
import type { Instant } from '../../day.ts'
import type { Services } from '../../services.ts'
import type { SettingGroup } from '../../shop-settings/group.ts'
import { withRowIds } from '../../shop-settings/number-rows.ts'
import { type Difference, differencesOf, typedOf } from '../../shop-settings/typed.ts'
import { currentVersion, type SettingValue, saveVersion } from '../../shop-settings/versions.ts'
import { changedZips, type Effect, effectsOf, lostDays, measure } from './effects.ts'
import { type Problem, problemsOf } from './problems.ts'
import { readValue, writeValue } from './sources.ts'
import { whatIf } from './what-if.ts'

export type Change = {
  group: SettingGroup
  value: SettingValue
  /** The version that the author saw; 0: the default. */
  seen: number
  user: User
  reason: string
  restores: number | null
}

export type Refusal =
  | { ok: false; reason: 'stale'; version: number }
  | { ok: false; reason: 'problems'; problems: Problem[] }
  | { ok: false; reason: 'same' }

export type Preview = { ok: true; differences: Difference[]; effects: Effect[] } | Refusal
export type Saved = { ok: true; version: number } | Refusal

type Deps = Pick<Services, 'db' | 'config' | 'clock'>

/** Makes the change and takes it back, so that what it shows is what saving would do. */
export function previewChange({ db, config, clock }: Deps, change: Change): Promise<Preview> {
  const now = clock.now()
  const { group, value } = change
  return whatIf(db, (tx): Preview => {
    const refusal = refusalOf(tx, change, now)
    if (refusal) return refusal
    const before = readValue(tx, config, group, now)
    const zips = changedZips(tx, group.id, value)
    const was = measure(tx, group.id, now, zips)
    writeValue(tx, group, value, now)
    saveVersion(tx, { ...change, groupId: group.id, before, by: actorOf(change.user), now })
    const is = measure(tx, group.id, now, zips)
    const lost = lostProblems(was, is)
    if (lost.length > 0) return { ok: false, reason: 'problems', problems: lost }
    const differences = changesOf(group, before, value)
    if (isSame(change, differences)) return { ok: false, reason: 'same' }
    return { ok: true, differences, effects: effectsOf(group.id, was, is) }
  })
}

class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super('the setting was refused')
    this.refusal = refusal
  }
}

export async function saveChange({ db, config, clock }: Deps, change: Change): Promise<Saved> {
  const now = clock.now()
  const { group, user, reason, restores } = change
  try {
    return await durably(db, (tx): Saved => {
      const refusal = refusalOf(tx, change, now)
      if (refusal) return refusal
      const before = readValue(tx, config, group, now)
      const differences = changesOf(group, before, change.value)
      if (isSame(change, differences)) return { ok: false, reason: 'same' }
      const value = withRowIds(group.fields, before, change.value)
      const zips = changedZips(tx, group.id, value)
      const wasBefore = measure(tx, group.id, now, zips)
      writeValue(tx, group, value, now)
      const by = actorOf(user)
      const saved = saveVersion(tx, { ...change, value, groupId: group.id, before, by, now })
      if (!saved.ok) throw new Error(`${group.id} changed within a transaction`)
      const lost = lostProblems(wasBefore, measure(tx, group.id, now, zips))
      if (lost.length > 0) throw new Refused({ ok: false, reason: 'problems', problems: lost })
      recordAction(tx, {
        actor: by,
        verb: restores === null ? 'setting.saved' : 'setting.restored',
        subject: { kind: 'setting', token: group.id, label: group.title },
        detail: { version: saved.version, restores, changes: toRecord(group, differences) },
        reason: reason || null,
        now,
      })
      return saved
    })
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

function refusalOf(tx: DurableTx, { group, value, seen }: Change, now: Instant): Refusal | null {
  const version = currentVersion(tx, group.id)
  if (version !== seen) return { ok: false, reason: 'stale', version }
  const problems = problemsOf(group.id, value, tx, now)
  return problems.length > 0 ? { ok: false, reason: 'problems', problems } : null
}

const lostProblems = (...measures: Parameters<typeof lostDays>): Problem[] =>
  lostDays(...measures).map(({ place, from, transitDays }) => ({
    path: null,
    message: `No box could reach ${place} anymore: none leaves ${from} on a day from which it arrives in ${transitDays} days, without a Sunday or holiday on the road.`,
  }))

const changesOf = ({ fields }: SettingGroup, before: SettingValue, after: SettingValue): Difference[] =>
  differencesOf(fields, typedOf(fields, before), typedOf(fields, after))

/** Saving an example as it is confirms it, once. */
const isSame = ({ group, seen }: Change, differences: Difference[]) =>
  differences.length === 0 && !(group.isExample && seen === 0)

const RECORDED_CHANGES = 30
const RECORDED_LENGTH = 200
/** Their values are addresses or long texts: the trail leaves them out, and the versions keep them. */
const RECORDED_BY_NAME = ['identity', 'centers', 'pages', 'faq', 'questions', 'mails']

const toRecord = ({ id }: SettingGroup, differences: Difference[]) =>
  differences
    .slice(0, RECORDED_CHANGES)
    .map(({ label, before, after }) =>
      RECORDED_BY_NAME.includes(id)
        ? { label }
        : { label, before: before.slice(0, RECORDED_LENGTH), after: after.slice(0, RECORDED_LENGTH) },
    )
