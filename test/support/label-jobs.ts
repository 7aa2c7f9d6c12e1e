import { asc } from 'drizzle-orm'
import { shippingLabels } from '#db/schema/index.ts'
import type { Shopper } from './shopper.ts'
import { WAVE } from './waves.ts'
import type { World } from './world.ts'

export const labelRows = ({ db }: World) =>
  db.select().from(shippingLabels).orderBy(asc(shippingLabels.id)).all()

/** Requests labels and lets the job run. @returns the job's detail */
export async function boughtLabels(shop: World, clerk: Shopper, tokens?: string[]) {
  const { job_id } = await (
    await clerk.call('POST', `${WAVE}/labels`, tokens ? { order_tokens: tokens } : {})
  ).json()
  await shop.settleDown()
  return (await clerk.call('GET', `/jobs/${job_id}`)).json()
}
