import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { CenterDesk, type CenterPage } from '#views/fulfillment/desk.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { otherDesks } from '../accounts/other-desks.ts'
import { personName } from '../accounts/person-name.ts'
import { paths } from '../paths.ts'
import { renderPage } from '../web/page.tsx'
import { countBoxesLeft } from './board.ts'
import type { Clerk } from './clerk.ts'

type Head = { current: CenterPage; title: string; status?: ContentfulStatusCode | undefined }

export function renderCenterPage(
  c: Ctx,
  { user, center }: Clerk,
  { current, title, status }: Head,
  view: Child,
) {
  const { db } = c.var.services
  const desk = (
    <CenterDesk
      center={center}
      current={current}
      boxesLeft={countBoxesLeft(db, center)}
      userName={personName(user)}
      otherDesks={otherDesks(db, user.id, paths.center(center.slug))}
    >
      {view}
    </CenterDesk>
  )
  const head = { title: `${title}, ${center.name}`, indexed: false, layout: 'back-office' as const }
  return renderPage(c, desk, { ...head, ...(status && { status }) })
}
