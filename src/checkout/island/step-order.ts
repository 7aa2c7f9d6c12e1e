/** A step opens only once the earlier ones are done. */
export const STEPS = ['email', 'address', 'date', 'payment'] as const
export type Step = (typeof STEPS)[number]
