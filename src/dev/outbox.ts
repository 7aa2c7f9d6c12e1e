import { desc } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type OutboxMessage, outboxMessages } from '#db/schema/index.ts'

const NEWEST = 200

/** The newest emails and texts, in the shape of /outbox.json. */
export const newestMessages = (db: Db) =>
  db
    .select()
    .from(outboxMessages)
    .orderBy(desc(outboxMessages.createdAt), desc(outboxMessages.id))
    .limit(NEWEST)
    .all()
    .map(toWire)

export type WireMessage = ReturnType<typeof toWire>

function toWire({ kind, recipient, subject, text, html, headers, createdAt }: OutboxMessage) {
  return {
    kind,
    to: recipient,
    subject,
    text,
    html,
    ...(headers ? { headers } : {}),
    created_at: new Date(createdAt).toISOString(),
    links: linksIn(html ?? '', text),
  }
}

/** The absolute URLs in a message, without duplicates. */
export function linksIn(html: string, text: string): string[] {
  const linked = [...html.matchAll(/\bhref="(https?:\/\/[^"]+)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  )
  const written = [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map(([address]) =>
    address.replace(/[.,;:!?]+$/, ''),
  )
  return [...new Set([...linked, ...written])]
}
