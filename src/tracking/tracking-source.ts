import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type Order, orders, shippingLabels } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import type { Instant } from '../day.ts'
import { type StreamSource, signStream } from '../web/stream-names.ts'
import type { Follower } from './audience.ts'

/** `link`: a guest with the link of a receipt or a mail, who sees all. */
const READERS = ['owner', 'link', 'public'] as const
export type TrackingSubject = { token: string; reader: (typeof READERS)[number] }

/** Names the stream of an order's box for one session, and what the page shows already. */
export function trackingStream(
  config: Config,
  db: Db,
  { token }: Order,
  { audience, key }: Pick<Follower, 'audience' | 'key'>,
  sessionHash: string,
): StreamSource {
  const reader = audience === 'public' ? 'public' : key === null ? 'owner' : 'link'
  return {
    signedName: signStream(config, { purpose: 'tracking', subject: `${token}/${reader}` }, sessionHash),
    seen: trackingVersions(db, [token]).get(token)?.version ?? '',
  }
}

export function parseTrackingSubject(subject: string): TrackingSubject | null {
  const [token = '', name] = subject.split('/')
  const reader = READERS.find((known) => known === name)
  return reader ? { token, reader } : null
}

export type TrackingVersion = { version: string; lockAt: Instant | null }

/** What the pages of these orders show, in one statement: another version is another page. */
export function trackingVersions(db: Db, tokens: string[]): Map<string, TrackingVersion> {
  const rows = statement(db).all({ tokens: JSON.stringify(tokens) })
  return new Map(rows.map(({ token, ...rest }) => [token, rest]))
}

const label = alias(shippingLabels, 'label')

const statement = oncePerDatabase((db) =>
  db
    .select({
      token: orders.token,
      lockAt: orders.lockAt,
      version: sql<string>`concat_ws('.', orders.version, orders.state, orders.let_go_at, label.id,
        label.tracking, label.tracking_detail, label.expected_at,
        (select count(*) from tracker_events where label_id = label.id),
        (select max(packed_at) from packing_wave_orders where order_id = orders.id and ended_at is null),
        (select max(id) from weather_holds where order_id = orders.id and ended_at is null))`,
    })
    .from(sql`json_each(${sql.placeholder('tokens')}) as listed`)
    .crossJoin(orders)
    .leftJoin(label, and(eq(label.orderId, orders.id), sql`${label.state} = 'bought'`))
    .where(sql`${orders.token} = listed.value`)
    .prepare(),
)
