import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'

/** A wave keeps its boxes as they were, but for the person: an order that is erased is erased there too. */
export const eraseWaveBoxes = (tx: Tx, orderIds: number[]) =>
  void tx.run(sql`
    update packing_wave_orders set box = json_set(box,
      '$.delivery_name', '', '$.delivery_street_address_1', '', '$.delivery_street_address_2', '',
      '$.delivery_phone_number', '', '$.gift_recipient_name', '', '$.gift_message', '')
    where order_id in (select value from json_each(${JSON.stringify(orderIds)})) and box is not null`)

/** Of a box for somebody else, only who gets it. */
export const eraseRecipientOfBoxes = (tx: Tx, orderIds: number[]) =>
  void tx.run(sql`
    update packing_wave_orders set box = json_set(box, '$.gift_recipient_name', '')
    where order_id in (select value from json_each(${JSON.stringify(orderIds)})) and box is not null`)
