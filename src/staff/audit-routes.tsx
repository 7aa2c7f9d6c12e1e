import { Hono } from 'hono'
import type { AuditEntry } from '#db/schema/index.ts'
import { AuditPage } from '#views/staff/audit-page.tsx'
import { auditSentence, isVerb, subjectPath } from '#views/staff/audit-words.ts'
import { staff } from '../accounts/guards.ts'
import { actorsInTrail, searchTrail, verbsInTrail } from '../audit/search.ts'
import { paths } from '../paths.ts'
import { iso } from '../privacy/iso.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { wantsHtml } from '../web/respond.ts'
import { readTrailFilters } from './audit-filters.ts'
import { renderDesk } from './page.tsx'
import { withCustomerNames } from './trail-names.ts'

export const auditRoutes = new Hono<AppEnv>()

const entryJson = (entry: AuditEntry) => ({
  id: entry.id,
  at: iso(entry.at),
  actor: entry.actorName,
  verb: entry.verb,
  subject_kind: entry.subjectKind,
  subject_token: entry.subjectToken,
  subject_label: entry.subjectLabel,
  subject_url: subjectPath(entry),
  words: auditSentence(entry),
  detail: entry.detail,
  reason: entry.reason,
})

const UNKNOWN_VERB = 'Please choose from the list what was done.'

/** Pages by key: `next` is the `before` of the page that follows. */
auditRoutes.get(
  paths.staffAudit.pattern,
  staff((c, user) => {
    const { db } = c.var.services
    const query = c.req.query()
    const read = readTrailFilters(query)
    if (!read.ok) return refuse(c, 422, read.message)
    const { verb } = read.filters
    if (verb && !isVerb(verb) && !verbsInTrail(db).includes(verb)) return refuse(c, 422, UNKNOWN_VERB)
    const { entries: found, total, next } = searchTrail(db, read.filters, read.before)
    const entries = withCustomerNames(db, found)
    if (!wantsHtml(c)) return c.json({ entries: entries.map(entryJson), total, next })
    const view = (
      <AuditPage
        page={{ entries, total, next }}
        query={query}
        actors={actorsInTrail(db)}
        verbs={verbsInTrail(db)}
      />
    )
    return renderDesk(c, user, { current: 'audit', title: 'Audit trail' }, view)
  }),
)
