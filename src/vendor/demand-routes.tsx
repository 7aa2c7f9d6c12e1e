import { Hono } from 'hono'
import { DemandPage } from '#views/vendor/demand-page.tsx'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { wantsHtml } from '../web/respond.ts'
import { demandOf } from './demand.ts'
import { type Demand, isoDay, readDemandQuery, usualDemand, type Wanted } from './demand-rules.ts'
import { farmer } from './farmer.ts'
import { renderFarmPage } from './page.tsx'

export const demandRoutes = new Hono<AppEnv>()

demandRoutes.get(
  paths.farmDemand.pattern,
  farmer((c, who) => {
    const { db, clock } = c.var.services
    const now = clock.now()
    const asked = readDemandQuery(c.req.query(), now)
    if (!asked && !wantsHtml(c)) return refuse(c, 422, UNKNOWN)
    const demand = demandOf(db, who.farm.id, asked ?? usualDemand(now), now)
    if (!wantsHtml(c)) return c.json(demandJson(who.farm.slug, demand))
    const view = <DemandPage farm={who.farm} demand={demand} problem={asked ? null : UNKNOWN} />
    return renderFarmPage(c, who, { title: 'What shoppers want', status: asked ? 200 : 422 }, view)
  }),
)

const UNKNOWN = 'Please choose a week and a region from the lists.'

const demandJson = (farm: string, { weekAt, region, weeks, searched, missed, waiting }: Demand) => ({
  farm,
  week: isoDay(weekAt),
  region,
  weeks: weeks.map(isoDay),
  searched: searched.map(wantedJson),
  not_found: missed.map(wantedJson),
  waiting: waiting.map(wantedJson),
})

const wantedJson = ({ what, people, before }: Wanted) => ({
  what,
  people_at_least: people,
  week_before_at_least: before,
})
