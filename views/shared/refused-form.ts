/** A refused form, and what was typed in it. */
export type RefusedForm = { action: string; fields: Record<string, unknown> }

/** What was typed in this form before it was refused. */
export const typedIn = (refused: RefusedForm | null, action: string) =>
  refused?.action === action ? refused.fields : null

export const typedText = (typed: Record<string, unknown> | null, name: string): string | undefined =>
  typeof typed?.[name] === 'string' ? typed[name] : undefined

export const typedFields = (typed: Record<string, unknown> | null, name: string) =>
  (typed?.[name] ?? null) as Record<string, unknown> | null
