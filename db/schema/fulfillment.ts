import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { fulfillmentCenters } from './delivery.ts'
import { orders } from './orders.ts'

export const packingWaves = sqliteTable('packing_waves', {
  id: integer().primaryKey(),
  fcId: integer()
    .notNull()
    .references(() => fulfillmentCenters.id),
  state: text({ enum: ['active', 'void'] })
    .notNull()
    .default('active'),
  createdAt: integer().notNull(),
})

export const packingWaveOrders = sqliteTable(
  'packing_wave_orders',
  {
    waveId: integer()
      .notNull()
      .references(() => packingWaves.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
  },
  (t) => [
    uniqueIndex('packing_wave_orders_once').on(t.orderId),
    index('packing_wave_orders_of').on(t.waveId),
  ],
)
