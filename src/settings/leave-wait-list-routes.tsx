import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { durably } from '#db/client.ts'
import { waitListEntries } from '#db/schema/index.ts'
import { LeaveWaitListPage } from '#views/settings/leave-wait-list-page.tsx'
import { brokenMailLink } from '../accounts/broken-mail-link.tsx'
import { openEntryKey } from '../catalog/wait-list-key.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { renderPage } from '../web/page.tsx'
import { redirectTo } from '../web/redirect.ts'
import { wantsHtml } from '../web/respond.ts'

/** The page of a wait list's unsubscribe link. Its button posts what mail programs post by themselves (RFC 8058). */
export const leaveWaitListPages = new Hono<AppEnv>()

leaveWaitListPages.get(paths.leaveWaitList.pattern, (c) => {
  const { db, config } = c.var.services
  const opened = openEntryKey(db, config, c.req.param('entryKey'))
  if (!opened) return brokenMailLink(c)
  c.header('Referrer-Policy', 'no-referrer')
  const view = <LeaveWaitListPage action={c.req.path} hasLeft={opened.entry === null} />
  return renderPage(c, view, { title: 'Leave the wait list', indexed: false })
})

/** Without cookie or token: the key is the proof, and the worst it does is one email less. */
export const leaveWaitListCalls = new Hono<AppEnv>()

leaveWaitListCalls.post(paths.leaveWaitList.pattern, async (c) => {
  const { db, config } = c.var.services
  const opened = openEntryKey(db, config, c.req.param('entryKey'))
  if (!opened) return c.text("We couldn't find that.", 404)
  const id = opened.entry?.id
  if (id !== undefined)
    await durably(db, (tx) => void tx.delete(waitListEntries).where(eq(waitListEntries.id, id)).run())
  return wantsHtml(c)
    ? redirectTo(c, paths.leaveWaitList(c.req.param('entryKey')))
    : c.text("You're off the list.")
})
