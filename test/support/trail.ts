import { desc } from 'drizzle-orm'
import { type AuditEntry, auditEntries } from '#db/schema/index.ts'
import type { World } from './world.ts'

/** The audit trail, newest first. */
export const trailOf = ({ db }: Pick<World, 'db'>): AuditEntry[] =>
  db.select().from(auditEntries).orderBy(desc(auditEntries.id)).all()
