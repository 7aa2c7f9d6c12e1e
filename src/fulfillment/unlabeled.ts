import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type BoxChoice, chooseBoxes } from './box-choice.ts'
import { shipStep } from './pack-boxes.ts'
import type { Wave } from './waves.ts'

/** The boxes of a choice that would leave without a label, by their order numbers. They can't get one later. */
export function unlabeledBoxes(db: Db, wave: Wave, choice: BoxChoice): string[] {
  const chosen = chooseBoxes(db, wave, choice, shipStep.ready)
  if (!chosen.ok) return []
  return db
    .all<{ identifier: string }>(sql`
      select orders.identifier from json_each(${JSON.stringify(chosen.orderIds)})
      inner join orders on orders.id = value
      where orders.state = 'in_wave' and not exists (
        select 1 from shipping_labels
        where order_id = orders.id and wave_id = ${wave.id} and shipping_labels.state = 'bought')
      order by json_each.key`)
    .map(({ identifier }) => identifier)
}
