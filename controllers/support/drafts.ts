import type { TextField } from './keep-typing.ts'

type Draft = { action: string; name: string; text: string }

/** Unsent text, by the part of the page that is redrawn. */
const drafts = new Map<string, Draft[]>()

export const rememberDrafts = (part: string, typed: TextField[]) =>
  drafts.set(
    part,
    typed.map(({ form, name, value }) => ({ action: form?.action ?? '', name, text: value })),
  )

/** @returns the restored fields */
export function restoreDrafts(part: string, root: Element): TextField[] {
  const fields = [...root.querySelectorAll<TextField>('input, textarea')]
  const restored: TextField[] = []
  for (const { action, name, text } of drafts.get(part) ?? []) {
    const field = fields.find((candidate) => candidate.form?.action === action && candidate.name === name)
    if (!field) continue
    field.value = text
    const details = field.closest('details')
    if (details) details.open = true
    restored.push(field)
  }
  drafts.delete(part)
  return restored
}
