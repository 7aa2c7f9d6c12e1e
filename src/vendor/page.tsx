import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { FarmDesk } from '#views/vendor/desk.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { otherDesks } from '../accounts/other-desks.ts'
import { paths } from '../paths.ts'
import { renderPage } from '../web/page.tsx'
import type { Farmer } from './farmer.ts'

type Head = { title: string; status?: ContentfulStatusCode }

export function renderFarmPage(c: Ctx, { user, farm }: Farmer, { title, status = 200 }: Head, view: Child) {
  const desk = (
    <FarmDesk
      farm={farm}
      userName={user.firstName || user.email}
      otherDesks={otherDesks(c.var.services.db, user.id, paths.farmDesk(farm.slug))}
    >
      {view}
    </FarmDesk>
  )
  const head = { title: `${title}, ${farm.name}`, indexed: false, layout: 'back-office' as const, status }
  return renderPage(c, desk, head)
}
