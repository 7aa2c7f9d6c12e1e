import { and, eq, isNull, not } from 'drizzle-orm'
import { type StaffFlag, staffFlags } from '#db/schema/index.ts'
import type { FlagAction } from '#src/flags/flag-actions.ts'
import type { FlagKind } from '#src/flags/kinds.ts'
import { signedIn } from './account.ts'
import type { World } from './world.ts'

export const RUTH = 'staff@example.com'

export const openFlags = ({ db }: World, kind: FlagKind): StaffFlag[] =>
  db
    .select()
    .from(staffFlags)
    .where(and(eq(staffFlags.kind, kind), isNull(staffFlags.resolvedAt)))
    .all()

/** Deletes the demo's flags, so that only the order's own are left. */
export function quiet<Order extends { shop: World; order: () => { id: number } }>(order: Order): Order {
  const ours = eq(staffFlags.orderId, order.order().id)
  order.shop.db.delete(staffFlags).where(not(ours)).run()
  return order
}

/** The only open flag of a kind. */
export function openFlag(shop: World, kind: FlagKind): StaffFlag {
  const [flag, ...others] = openFlags(shop, kind)
  if (!flag || others.length > 0) throw new Error(`${others.length + (flag ? 1 : 0)} open flags: ${kind}`)
  return flag
}

/** Finds the only open flag of a kind in the list and presses its button, as a plain form. */
export async function solveOnPage(shop: World, kind: FlagKind, action: FlagAction, resolution = '') {
  const { id } = openFlag(shop, kind)
  const ruth = await signedIn(shop, RUTH)
  const list = await (await ruth.visit('/staff/flags')).text()
  const page = await (await ruth.visit(`/staff/flags/${id}`)).text()
  if (!list.includes(`id="flag_${id}"`) || !page.includes(`value="${action}"`))
    throw new Error(`the page of ${kind} has no ${action}`)
  const answer = await ruth.submit('POST', `/staff/flags/${id}/resolve`, { action, resolution })
  const after = shop.db.select().from(staffFlags).where(eq(staffFlags.id, id)).get()
  return { status: answer.status, flag: after, page: await (await ruth.visit(`/staff/flags/${id}`)).text() }
}
