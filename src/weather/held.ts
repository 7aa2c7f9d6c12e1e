import { sql } from 'drizzle-orm'

// Spelled out: in a select from one table, drizzle leaves the table's name off.
const openHold = sql`weather_holds where order_id = orders.id and ended_at is null`

/** Of a row of `orders`: an alert keeps it from being packed. */
export const isHeldByWeather = sql<number>`exists (select 1 from ${openHold} and ship_anyway_at is null)`

/** The shopper wants it to travel through the weather. */
export const isShippedAnyway = sql<number>`exists (select 1 from ${openHold} and ship_anyway_at is not null)`

/** The alert's title, while it holds the order. */
export const weatherTitle = sql<string | null>`(
  select title from weather_alerts where id = (select alert_id from ${openHold} and ship_anyway_at is null))`
