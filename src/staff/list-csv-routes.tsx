import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import { durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { ORDER_COLUMNS, orderCells } from '#views/staff/orders/order-cells.ts'
import { actorOf } from '../accounts/actor.ts'
import { type Ctx, staff } from '../accounts/guards.ts'
import { personName } from '../accounts/person-name.ts'
import { recordAction } from '../audit/audit.ts'
import { csvHead, csvHeaders, csvRows } from '../csv.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { csvStream } from './csv-stream.ts'
import { type CustomerRow, customerRows, listedCustomers } from './customers.ts'
import { readOrderFilters } from './orders/filters.ts'
import { listedOrders, orderRows } from './orders/list.ts'
import { orderQuery } from './orders/rules.ts'

export const listCsvRoutes = new Hono<AppEnv>()

/** A longer list isn't cut off: it must be narrowed, or exported by its days. */
export const MAX_LISTED = 10_000
const TOO_MANY = `More than ${MAX_LISTED.toLocaleString('en-US')} match. Please narrow the list down, or use the exports under Reports.`

type Cells = (string | number | null)[]

type ListCsv = {
  id: 'orders' | 'customers'
  label: string
  columns: string[]
  ids: number[]
  cellsOf: (ids: number[]) => Cells[]
  /** What narrows the list, without what was searched for: that may be a name, and the trail keeps it forever. */
  filters: Record<string, unknown>
}

listCsvRoutes.post(
  paths.staffOrdersCsv.pattern,
  staff((c, user) => {
    const { db } = c.var.services
    const read = readOrderFilters(db, c.req.query())
    if (!read.ok) return refuse(c, 422, read.message)
    const { ids, isCut } = listedOrders(db, read.filters, MAX_LISTED + 1)
    if (isCut) return refuse(c, 422, 'Too many orders match. Add another word to narrow them down.')
    const { q, sort: _, ...others } = orderQuery({ ...read.filters, after: null })
    return sendList(c, user, {
      ...{ id: 'orders', label: 'List of orders', columns: ORDER_COLUMNS, ids },
      cellsOf: (some) => orderRows(db, some).map(orderCells),
      filters: { ...others, searched: q !== undefined || null },
    })
  }),
)

listCsvRoutes.post(
  paths.staffCustomersCsv.pattern,
  staff((c, user) => {
    const { db } = c.var.services
    const typed = (c.req.query('q') ?? '').slice(0, 100)
    return sendList(c, user, {
      ...{ id: 'customers', label: 'List of customers', columns: CUSTOMER_COLUMNS },
      ids: listedCustomers(db, typed, MAX_LISTED + 1),
      cellsOf: (some) => customerRows(db, some).map(customerCells),
      filters: { searched: typed.trim() !== '' || null },
    })
  }),
)

const CUSTOMER_COLUMNS = ['Name', 'Email', 'Phone', 'Orders', 'Member', 'Since']

const customerCells = (row: CustomerRow): Cells => [
  personName(row),
  row.email,
  row.phone,
  row.orders,
  row.isMember === 1 ? 'yes' : '',
  dayIn(SHOP_ZONE, row.createdAt),
]

async function sendList(c: Ctx, user: User, list: ListCsv): Promise<Response> {
  if (list.ids.length > MAX_LISTED) return refuse(c, 422, TOO_MANY)
  const { db, clock } = c.var.services
  const now = clock.now()
  await durably(db, (tx) =>
    recordAction(tx, {
      actor: actorOf(user),
      verb: 'export.downloaded',
      subject: { kind: 'export', token: `${list.id}-list`, label: list.label },
      detail: { rows: list.ids.length, ...list.filters },
      now,
    }),
  )
  return c.body(csvStream(partsOf(list)), 200, csvHeaders(`${list.id}-${dayIn(SHOP_ZONE, now)}`))
}

/** Reading so many takes a few milliseconds, and requests run in between. */
const ROWS_AT_ONCE = 200

async function* partsOf({ columns, ids, cellsOf }: ListCsv): AsyncGenerator<string> {
  yield csvHead(columns)
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    yield csvRows(cellsOf(ids.slice(at, at + ROWS_AT_ONCE)))
    await setImmediate()
  }
}
