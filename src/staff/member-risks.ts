export const RISKS = ['card', 'paused', 'skipping'] as const
export type Risk = (typeof RISKS)[number]
