import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What staff did. Triggers refuse every update and delete, and each row's hash covers the row before it. */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    actorId: integer(), // users.id, which is never reused; null: the command line
    actorName: text().notNull(), // as it was then
    verb: text().notNull(), // 'order.refunded'
    subjectKind: text().notNull(), // 'order'
    subjectToken: text().notNull(), // the id in its page's address
    subjectLabel: text().notNull(), // what staff call it, such as the order's identifier
    detail: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    reason: text(),
    hash: text().notNull(),
  },
  (t) => [
    index('audit_entries_by_subject').on(t.subjectKind, t.subjectToken, t.id),
    index('audit_entries_by_actor').on(t.actorId, t.id),
    index('audit_entries_by_verb').on(t.verb, t.id),
    index('audit_entries_by_time').on(t.at, t.id),
  ],
)

export type AuditEntry = typeof auditEntries.$inferSelect
