import type { Context } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { personalData } from './export.ts'
import type { Person } from './person.ts'

export function sendPersonalData(c: Context<AppEnv>, person: Person): Response {
  const { db, config, clock } = c.var.services
  const data = personalData(db, person, config.store.name, clock.now())
  c.var.log.info({ event: 'personal_data_exported' }, 'personal data exported')
  return c.body(`${JSON.stringify(data, null, 2)}\n`, 200, {
    'Content-Type': 'application/json; charset=UTF-8',
    'Content-Disposition': 'attachment; filename="personal-data.json"',
    'Cache-Control': 'no-store',
  })
}
