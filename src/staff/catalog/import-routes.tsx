import { Hono } from 'hono'
import { durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { ImportPage } from '#views/staff/catalog/import-page.tsx'
import { ShownImportPage } from '#views/staff/catalog/shown-import-page.tsx'
import { actorOf } from '../../accounts/actor.ts'
import { type Ctx, staff } from '../../accounts/guards.ts'
import { recordAction } from '../../audit/audit.ts'
import {
  importUpload,
  keepUpload,
  keptUpload,
  previewUpload,
  type ShownImport,
} from '../../catalog/import/uploaded-catalog.ts'
import { counted } from '../../counted.ts'
import { paths } from '../../paths.ts'
import type { AppEnv } from '../../web/env.ts'
import { refuse } from '../../web/errors.tsx'
import { checkbox } from '../../web/fields.ts'
import { reply, wantsHtml } from '../../web/respond.ts'
import { MAX_UPLOAD_BYTES } from '../../web/upload-rules.ts'
import { renderDesk } from '../page.tsx'
import { groupsOf } from './import-groups.ts'

export const importRoutes = new Hono<AppEnv>()

const NO_FILE = 'Please choose a catalog file: CSV or JSON.'
const TOO_LARGE = 'Please choose a file of at most 8 MB. The command imports larger ones.'
const GONE = 'We no longer have that file. Please upload it again.'
const CHANGED = 'The catalog changed since this list was made. Nothing was imported: please read it again.'
const REFUSED = 'Some rows can’t be imported, so nothing was. Please correct them and upload the file again.'
const NOTHING = 'The shop already matches the file.'

importRoutes.get(
  paths.importCatalog.pattern,
  staff((c, user) => (wantsHtml(c) ? uploadPage(c, user, null) : c.json({ max_bytes: MAX_UPLOAD_BYTES }))),
)

type Problem = { status: 413 | 422; message: string }

function uploadPage(c: Ctx, user: User, problem: Problem | null) {
  const view = <ImportPage problem={problem?.message ?? null} />
  const head = { current: 'catalog' as const, title: 'Import a catalog file', status: problem?.status }
  return renderDesk(c, user, head, view)
}

importRoutes.post(
  paths.importCatalog.pattern,
  staff(async (c, user) => {
    const { db, clock, config } = c.var.services
    const bytes = c.var.uploads?.find(({ field }) => field === 'file')?.bytes
    const problem = problemOf(bytes)
    if (!bytes || problem) {
      const { status, message } = problem ?? { status: 422, message: NO_FILE }
      return wantsHtml(c)
        ? uploadPage(c, user, { status, message })
        : c.json({ error: message, message }, status)
    }
    const fileHash = keepUpload(config.storagePath, bytes)
    await durably(db, (tx) =>
      recordAction(tx, {
        actor: actorOf(user),
        verb: 'catalog.file_uploaded',
        subject: subjectOf(fileHash),
        detail: { bytes: bytes.length },
        now: clock.now(),
      }),
    )
    const replace = checkbox.parse(c.var.body.replace)
    const path = paths.shownImport(fileHash, { replace: replace ? '1' : null })
    if (wantsHtml(c)) return reply(c, 200, {}, { path })
    return c.json(importJson(fileHash, replace, shownOf(c, bytes, replace)))
  }),
)

function problemOf(bytes: Buffer | undefined): Problem | null {
  if (!bytes?.length) return { status: 422, message: NO_FILE }
  return bytes.length > MAX_UPLOAD_BYTES ? { status: 413, message: TOO_LARGE } : null
}

const subjectOf = (fileHash: string) => ({ kind: 'catalog', token: fileHash, label: 'a catalog file' })

function shownOf(c: Ctx, bytes: Buffer, replace: boolean): ShownImport {
  const { db, random, clock } = c.var.services
  return previewUpload(bytes, { db, random, now: clock.now(), replace })
}

importRoutes.get(
  paths.shownImport.pattern,
  staff((c, user) => {
    const fileHash = c.req.param('fileHash') ?? ''
    const bytes = keptUpload(c.var.services.config.storagePath, fileHash)
    if (!bytes) return refuse(c, 404, GONE)
    const replace = checkbox.parse(c.req.query('replace'))
    const shown = shownOf(c, bytes, replace)
    return shownPage(c, user, { fileHash, replace, shown, refusal: null })
  }),
)

type ShownPage = {
  fileHash: string
  replace: boolean
  shown: ShownImport
  refusal: { status: 409 | 422; message: string } | null
}

function shownPage(c: Ctx, user: User, { fileHash, replace, shown, refusal }: ShownPage) {
  if (!wantsHtml(c)) {
    const json = importJson(fileHash, replace, shown)
    if (!refusal) return c.json(json)
    return c.json({ error: refusal.message, message: refusal.message, ...json }, refusal.status)
  }
  const view = (
    <ShownImportPage
      {...{ fileHash, replace, shown }}
      groups={groupsOf(shown.differences)}
      refusal={refusal?.message ?? null}
    />
  )
  const head = { current: 'catalog' as const, title: 'What this file would change', status: refusal?.status }
  return renderDesk(c, user, head, view)
}

const importJson = (file: string, replace: boolean, shown: ShownImport) => ({
  file,
  replace,
  version: shown.version,
  ...groupsOf(shown.differences),
  refused: shown.problems,
})

importRoutes.post(
  paths.shownImport.pattern,
  staff(async (c, user) => {
    const { db, clock, config, random } = c.var.services
    const fileHash = c.req.param('fileHash') ?? ''
    const bytes = keptUpload(config.storagePath, fileHash)
    if (!bytes) return refuse(c, 404, GONE)
    const replace = checkbox.parse(c.var.body.replace)
    const settings = { db, random, now: clock.now(), replace }
    const { ok, shown } = await importUpload(bytes, String(c.var.body.version), settings, (tx, applied) =>
      recordAction(tx, {
        actor: actorOf(user),
        verb: 'catalog.imported',
        subject: subjectOf(fileHash),
        detail: { replace, ...recorded(applied) },
        now: settings.now,
      }),
    )
    if (!ok) return shownPage(c, user, { fileHash, replace, shown, refusal: refusalOf(shown) })
    const count = shown.differences.length
    const message = `Imported: ${counted(count, 'difference', 'differences')}.`
    const json = { message, ...importJson(fileHash, replace, shown) }
    return reply(c, 200, json, { path: paths.staffCatalog(), flash: { kind: 'notice', message } })
  }),
)

function refusalOf({ problems, isEmpty }: ShownImport): { status: 409 | 422; message: string } {
  if (problems.length > 0) return { status: 422, message: REFUSED }
  return { status: 409, message: isEmpty ? NOTHING : CHANGED }
}

const MAX_RECORDED = 30
const MAX_LENGTH = 120

/** The trail keeps the beginning of a long list. */
function recorded({ differences }: ShownImport) {
  const { added, changed, withdrawn } = groupsOf(differences)
  return {
    new: added.length,
    changed: changed.length,
    withdrawn: withdrawn.length,
    changes: differences.slice(0, MAX_RECORDED).map(({ kind, item, field, before, after }) => ({
      item: `${kind} ${item}`,
      ...(field && { field }),
      ...(before !== null && { before: before.slice(0, MAX_LENGTH) }),
      after: after.slice(0, MAX_LENGTH),
    })),
  }
}
