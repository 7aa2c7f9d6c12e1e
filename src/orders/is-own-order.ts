import type { Order, User } from '#db/schema/index.ts'

/** Nobody decides about their own money. */
export const isOwnOrder = (
  order: Pick<Order, 'userId' | 'email'>,
  user: Pick<User, 'id' | 'email'>,
): boolean => order.userId === user.id || (order.email ?? '').toLowerCase() === user.email.toLowerCase()

export const OWN_ORDER = 'This is your own order, so a colleague has to do that.'
