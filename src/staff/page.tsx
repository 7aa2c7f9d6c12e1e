import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { User } from '#db/schema/index.ts'
import { Desk, type DeskPage } from '#views/staff/desk.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { otherDesks } from '../accounts/other-desks.ts'
import { personName } from '../accounts/person-name.ts'
import { paths } from '../paths.ts'
import { renderPage } from '../web/page.tsx'
import { firstSteps, openingOf } from './first-run.ts'
import { countWork } from './overview.ts'

type Head = { current: DeskPage; title: string; status?: ContentfulStatusCode | undefined }

export function renderDesk(c: Ctx, user: User, { current, title, status }: Head, view: Child): Response {
  const { db, config } = c.var.services
  const opening = current === 'today' ? null : openingOf(firstSteps(db, config))
  const desk = (
    <Desk
      current={current}
      counts={countWork(db)}
      userName={personName(user)}
      otherDesks={otherDesks(db, user.id, paths.staff())}
      opening={opening}
    >
      {view}
    </Desk>
  )
  return renderPage(c, desk, { title, indexed: false, layout: 'back-office', ...(status && { status }) })
}
