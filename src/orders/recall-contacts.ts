import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'

/**
 * Keeps who got meat of which lot, before the person is erased from an order: a recall must still reach them. Only
 * recalls read it. An erased recipient's data is added to what is there.
 */
export const keepRecallContacts = (tx: Tx, orderIds: number[]) =>
  void tx.run(sql`
    insert into recall_contacts (order_id, name, email, phone, recipient_name, recipient_email, placed_at)
    select id, delivery_name, email, delivery_phone, gift_recipient_name, gift_recipient_email, placed_at
    from orders
    where id in (select value from json_each(${JSON.stringify(orderIds)})) and placed_at is not null
      and exists (select 1 from box_lots where order_id = orders.id and lot_id is not null and packed > 0)
    on conflict (order_id) do update set
      name = coalesce(excluded.name, name), email = coalesce(excluded.email, email),
      phone = coalesce(excluded.phone, phone),
      recipient_name = coalesce(excluded.recipient_name, recipient_name),
      recipient_email = coalesce(excluded.recipient_email, recipient_email)`)
