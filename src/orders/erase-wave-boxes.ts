import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'

/** A wave keeps its boxes as they were, except for personal data: what is erased from an order is erased there too. */
export function eraseWaveBoxes(tx: Tx, orderIds: number[]) {
  eraseLabels(tx, orderIds)
  tx.run(sql`
    update packing_wave_orders set box = json_set(box,
      '$.delivery_name', '', '$.delivery_street_address_1', '', '$.delivery_street_address_2', '',
      '$.delivery_phone_number', '', '$.gift_recipient_name', '', '$.gift_message', '')
    where order_id in (select value from json_each(${JSON.stringify(orderIds)})) and box is not null`)
}

/** Labels name the customer. What was paid for them, and how the parcel went, stays. */
const eraseLabels = (tx: Tx, orderIds: number[]) =>
  void tx.run(sql`
    delete from label_files where label_id in (
      select id from shipping_labels where order_id in (select value from json_each(${JSON.stringify(orderIds)})))`)

/** For boxes that someone else sent: only the recipient's name. */
export const eraseRecipientOfBoxes = (tx: Tx, orderIds: number[]) =>
  void tx.run(sql`
    update packing_wave_orders set box = json_set(box, '$.gift_recipient_name', '')
    where order_id in (select value from json_each(${JSON.stringify(orderIds)})) and box is not null`)
