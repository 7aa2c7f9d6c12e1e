import { Hono } from 'hono'
import type { User } from '#db/schema/index.ts'
import { SettingConflictPage } from '#views/staff/settings/conflict-page.tsx'
import { SettingPreviewPage } from '#views/staff/settings/preview-page.tsx'
import { SettingPage } from '#views/staff/settings/setting-page.tsx'
import { SettingsPage } from '#views/staff/settings/settings-page.tsx'
import { type Ctx, staff } from '../../accounts/guards.ts'
import { paths } from '../../paths.ts'
import type { SettingGroup } from '../../shop-settings/group.ts'
import { findGroup } from '../../shop-settings/groups/index.ts'
import { type Typed, typedOf } from '../../shop-settings/typed.ts'
import { findVersion, versionsOf } from '../../shop-settings/versions.ts'
import type { AppEnv } from '../../web/env.ts'
import { notFound } from '../../web/errors.tsx'
import { byUser, rateLimit } from '../../web/rate-limit.ts'
import { reply, wantsHtml } from '../../web/respond.ts'
import { renderDesk } from '../page.tsx'
import { type Change, previewChange, type Refusal, saveChange } from './change-setting.ts'
import { groupRows } from './group-rows.ts'
import { conflictJson, groupRowJson, problemsJson, settingJson } from './json.ts'
import type { Problem } from './problems.ts'
import { type FormFrame, readForm, readFrame } from './read-form.ts'
import { missingFile, readUploads } from './read-uploads.ts'
import { readValue } from './sources.ts'

export const settingRoutes = new Hono<AppEnv>()

settingRoutes.get(
  paths.staffSettings.pattern,
  staff((c, user) => {
    const { db, config } = c.var.services
    const rows = groupRows(db, config)
    if (!wantsHtml(c)) return c.json({ groups: rows.map(groupRowJson) })
    return renderDesk(c, user, { current: 'settings', title: 'Settings' }, <SettingsPage rows={rows} />)
  }),
)

type GroupHandler = (c: Ctx, user: User, group: SettingGroup) => Response | Promise<Response>

const ofGroup = (handler: GroupHandler) =>
  staff((c, user) => {
    const group = findGroup(c.req.param('group') ?? '')
    return group ? handler(c, user, group) : notFound(c)
  })

settingRoutes.get(
  paths.staffSetting.pattern,
  ofGroup((c, user, group) => {
    if (!wantsHtml(c)) return c.json(settingJson(factsOf(c, group)))
    return settingPage(c, user, group, {})
  }),
)

function factsOf(c: Ctx, group: SettingGroup) {
  const { db, config, clock } = c.var.services
  const versions = versionsOf(db, group.id)
  const typed = typedOf(group.fields, readValue(db, config, group, clock.now()))
  return { group, versions, version: versions[0]?.version ?? 0, typed }
}

type Shown = { typed?: Typed; problems?: Problem[]; frame?: FormFrame }

function settingPage(c: Ctx, user: User, group: SettingGroup, { typed, problems = [], frame }: Shown) {
  const facts = factsOf(c, group)
  const view = (
    <SettingPage
      {...facts}
      typed={typed ?? facts.typed}
      seen={frame?.seen ?? facts.version}
      reason={frame?.reason ?? ''}
      problems={problems}
      demo={c.var.services.config.demo}
    />
  )
  const status = problems.length > 0 ? (422 as const) : undefined
  return renderDesk(c, user, { current: 'settings', title: group.title, status }, view)
}

/** Each picture costs seconds of a processor; a form without one costs nothing. */
const byUploader = (c: Ctx) => ((c.var.uploads ?? []).length > 0 ? byUser(c) : null)

/** Shows what a change would do, saves it, or leads back to the form with what was typed. */
settingRoutes.post(
  paths.staffSetting.pattern,
  rateLimit({ points: 60, seconds: 3_600, by: byUploader }),
  ofGroup(async (c, user, group) => {
    const frame = readFrame(c.var.body)
    if (frame?.seen === null || frame === null) return refuseForm(c, user, group, {}, SEEN_MISSING)
    const { body, services, uploads = [] } = c.var
    const sent = await readUploads(services.config.storagePath, group, body, uploads)
    if (sent.problem) return refuseForm(c, user, group, { typed: sent.typed, frame }, [sent.problem])
    const read = frame.restore === null ? readForm(group, sent.body) : readOld(c, group, frame.restore)
    if (!read) return notFound(c)
    if (frame.step === 'edit') return settingPage(c, user, group, { typed: read.typed, frame })
    if (!read.ok) return refuseForm(c, user, group, { typed: read.typed, frame }, read.problems)
    const missing = missingFile(services.config.storagePath, group, read.value)
    if (missing) return refuseForm(c, user, group, { typed: read.typed, frame }, [missing])
    const { seen, reason, restore: restores } = frame
    const change = { group, value: read.value, seen, user, reason, restores }
    const shown = { typed: read.typed, frame }
    return frame.step === 'preview' ? showPreview(c, change, shown) : save(c, change, shown)
  }),
)

const SEEN_MISSING: Problem[] = [
  { path: null, message: 'Please open the page again: we need to know which version you changed.' },
]

function readOld(c: Ctx, group: SettingGroup, version: number) {
  const found = findVersion(c.var.services.db, group.id, version)
  return found && readForm(group, typedOf(group.fields, found.value))
}

async function showPreview(c: Ctx, change: Change, shown: Required<Pick<Shown, 'typed' | 'frame'>>) {
  const preview = await previewChange(c.var.services, change)
  if (!preview.ok) return refuse(c, change, shown, preview)
  const { group, user } = change
  const { differences, effects } = preview
  if (!wantsHtml(c)) return c.json({ differences, effects })
  const view = <SettingPreviewPage {...shown} group={group} differences={differences} effects={effects} />
  return renderDesk(c, user, { current: 'settings', title: `Preview: ${group.title}` }, view)
}

async function save(c: Ctx, change: Change, shown: Required<Pick<Shown, 'typed' | 'frame'>>) {
  const saved = await saveChange(c.var.services, change)
  if (!saved.ok) return refuse(c, change, shown, saved)
  const { group, restores } = change
  const message =
    restores === null
      ? `Saved. ${group.title} is now version ${saved.version}.`
      : `Version ${restores} is back, as version ${saved.version}.`
  return reply(
    c,
    200,
    { message, group: group.id, version: saved.version },
    { path: paths.staffSetting(group.id), flash: { kind: 'notice', message } },
  )
}

function refuse(
  c: Ctx,
  { group, user }: Change,
  shown: Required<Pick<Shown, 'typed' | 'frame'>>,
  refusal: Refusal,
) {
  if (refusal.reason === 'problems') return refuseForm(c, user, group, shown, refusal.problems)
  if (refusal.reason === 'same') return refuseForm(c, user, group, shown, [{ path: null, message: SAME }])
  const facts = factsOf(c, group)
  if (!wantsHtml(c)) return c.json(conflictJson(facts, shown.typed), 409)
  const view = <SettingConflictPage {...facts} yours={shown.typed} reason={shown.frame.reason} />
  return renderDesk(c, user, { current: 'settings', title: group.title, status: 409 }, view)
}

const SAME = 'Nothing has changed since the last save.'

function refuseForm(c: Ctx, user: User, group: SettingGroup, shown: Shown, problems: Problem[]) {
  if (!wantsHtml(c)) return c.json(problemsJson(problems), 422)
  return settingPage(c, user, group, { ...shown, problems })
}
