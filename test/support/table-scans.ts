import type { Db } from '#db/client.ts'

/**
 * Tables that grow with every shopper: a statement that scans all of one gets slower every day. Live day holds are
 * swept every minute, and staff flags are few.
 */
const GROWING = [
  ...['users', 'sessions', 'mailed_links', 'password_tries', 'identities', 'saved_addresses', 'consents'],
  ...[
    'preferences',
    'parting_mails',
    'stored_cards',
    'card_setups',
    'recurring_consents',
    'wait_list_entries',
  ],
  ...['orders', 'order_lines', 'payments', 'money_movements'],
  ...['refunds', 'disputes', 'webhook_events'],
  ...[
    'order_promotions',
    'order_gift_cards',
    'gift_cards',
    'gift_card_entries',
    'rewards',
    'reward_gifts',
    'order_rewards',
  ],
  ...[
    'holds',
    'stock_movements',
    'jobs',
    'idempotency_keys',
    'outbox_messages',
    'analytics_events',
    'ratings',
    'cut_notes',
    'passport_links',
    'reviews',
    'review_photos',
    'review_reports',
  ],
  'corporate_gifting_contacts',
  ...['farm_entries', 'shop_entries', 'provider_transactions'],
  'price_changes',
  'bulk_edits',
  ...['draft_orders', 'order_notes', 'order_mails', 'staff_refunds', 'staff_exports'],
  ...['customer_notes', 'credit_requests', 'claims', 'claim_lines', 'claim_photos'],
  ...['report_orders', 'report_members', 'report_customers'],
  ...['shipping_labels', 'shipments', 'tracker_events', 'shipment_notices', 'label_files'],
  ...['packing_wave_orders', 'packed_packages', 'packing_scans', 'wave_job_orders', 'box_lots', 'box_shorts'],
  'unplanned_lines',
  ...['receipt_lines', 'stock_changes', 'order_changes', 'order_bundle_items', 'declined_charges'],
  ...['bought_gift_cards', 'gift_boxes', 'memberships', 'membership_boxes', 'weather_holds'],
  ...['text_messages', 'text_subscriptions', 'incoming_texts'],
  ...['farm_follows', 'follow_mails', 'mailed_notices', 'visits'],
]

type Statement = { text: string; values: unknown[] }
type Call = (...values: unknown[]) => unknown
type Prepared = Record<'run' | 'get' | 'all', Call> & { raw(): Prepared }
type Client = { prepare(text: string): Prepared }

const clientOf = (db: Db) => (db as unknown as { $client: Client }).$client

/** Every statement that `work` runs, with its values, since they decide whether a partial index applies. */
async function statementsOf(db: Db, work: () => unknown): Promise<Statement[]> {
  const heard: Statement[] = []
  const client = clientOf(db)
  const prepare = client.prepare
  client.prepare = (text) => listening(prepare.call(client, text), (values) => heard.push({ text, values }))
  try {
    await work()
  } finally {
    client.prepare = prepare
  }
  return heard.filter(({ text }) => /^\s*(select|update|delete|with|insert)\b/i.test(text))
}

function listening(statement: Prepared, hear: (values: unknown[]) => void): Prepared {
  const heard =
    (method: 'run' | 'get' | 'all'): Call =>
    (...values) => {
      hear(values)
      return statement[method](...values)
    }
  return {
    run: heard('run'),
    get: heard('get'),
    all: heard('all'),
    raw: () => listening(statement.raw(), hear),
  }
}

/** The growing tables that a statement scans in full, or reads far too much of. */
function scanned(db: Db, { text, values }: Statement): string[] {
  const plan = clientOf(db)
    .prepare(`explain query plan ${text}`)
    .all(...values) as { detail: string }[]
  return plan
    .map(({ detail }) => /^SCAN (\w+)(?! USING)/.exec(detail)?.[1] ?? findsByNothing(text, detail))
    .filter((table) => GROWING.includes(table) && isRead(text, table))
}

/** Nothing is read for an empty list, nor are the child rows that an insert looks up: it changes no key. */
const isRead = (text: string, table: string): boolean =>
  !/ where false\b/.test(text) && (!/^\s*insert\b/i.test(text) || text.includes(table))

/** The table whose rows with a null in some column are all read, such as all guest orders, which have no account. */
function findsByNothing(text: string, detail: string): string {
  const [, table, column] = /^SEARCH (\w+) USING INDEX \w+ \((\w+)=\?\)/.exec(detail) ?? []
  return table && text.includes(`"${column}" is null`) ? table : ''
}

/** SQLite's query plan for each statement of `work`, one line per table read. */
export async function plans(db: Db, work: () => unknown): Promise<string[]> {
  const statements = await statementsOf(db, work)
  return statements.flatMap(({ text, values }) =>
    (
      clientOf(db)
        .prepare(`explain query plan ${text}`)
        .all(...values) as { detail: string }[]
    ).map(({ detail }) => detail),
  )
}

/** The full table scans that `work` causes, as table and statement. */
export async function scans(db: Db, work: () => unknown): Promise<string[]> {
  const statements = await statementsOf(db, work)
  return [
    ...new Set(
      statements.flatMap((statement) => scanned(db, statement).map((table) => `${table}: ${statement.text}`)),
    ),
  ]
}
