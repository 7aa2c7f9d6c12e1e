import type { TextField } from './keep-typing.ts'

type Draft = { action: string; name: string; text: string }

/** What somebody typed into forms that they have not sent yet, by the part of the page that is drawn anew. */
const drafts = new Map<string, Draft[]>()

export const rememberDrafts = (part: string, typed: TextField[]) =>
  drafts.set(
    part,
    typed.map(({ form, name, value }) => ({ action: form?.action ?? '', name, text: value })),
  )

/** Puts it back, with the folds open that it stands in. @returns the fields it stands in now */
export function restoreDrafts(part: string, root: Element): TextField[] {
  const fields = [...root.querySelectorAll<TextField>('input, textarea')]
  const restored: TextField[] = []
  for (const { action, name, text } of drafts.get(part) ?? []) {
    const field = fields.find((one) => one.form?.action === action && one.name === name)
    if (!field) continue
    field.value = text
    const fold = field.closest('details')
    if (fold) fold.open = true
    restored.push(field)
  }
  drafts.delete(part)
  return restored
}
