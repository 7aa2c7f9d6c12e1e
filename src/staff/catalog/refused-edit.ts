import { groupSentence, isGroupField } from './bundle-fields.ts'
import type { FormValues } from './edit-entry.ts'
import type { EditField } from './edit-fields.ts'

/** A refused edit: what was typed, and what is wrong with it. */
export type EditProblem = {
  message: string
  typed: FormValues
  errors: Record<string, string>
  /** Fields that differ from what is saved now, where somebody else was faster. */
  conflicts: { label: string; saved: string; typed: string }[]
}

/** "summary must be plain text" belongs to the field `summary`. The rest is about the whole item. */
export function errorsByField(problems: string[], fields: EditField[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const problem of problems) {
    const ofGroup = groupSentence(problem)
    if (ofGroup) {
      found.groups ??= ofGroup
      continue
    }
    const field = fields.find(({ name }) => problem.startsWith(`${name} `))
    const name = field?.name ?? 'item'
    found[name] ??= field
      ? sentence(`${field.label} ${problem.slice(field.name.length + 1)}`)
      : sentence(problem)
  }
  return found
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

export const conflictsOf = (fields: EditField[], saved: FormValues, typed: FormValues) =>
  Object.entries(typed).flatMap(([name, value]) =>
    saved[name] !== undefined && saved[name] !== value
      ? [
          {
            label: labelOf(name, fields),
            saved: saved[name],
            typed: value,
          },
        ]
      : [],
  )

const labelOf = (name: string, fields: EditField[]): string =>
  fields.find((field) => (isGroupField(name) ? field.as === 'groups' : field.name === name))?.label ?? name

/** What a form sent for the fields it has. */
export const typedValues = (body: Record<string, unknown>, known: FormValues): FormValues =>
  Object.fromEntries(
    [...Object.keys(known), ...rowNames(body)].flatMap((name) =>
      typeof body[name] === 'string' ? [[name, String(body[name]).replace(/\r\n?/g, '\n')]] : [],
    ),
  )

/** Of rows that the form offered empty. */
const rowNames = (body: Record<string, unknown>) =>
  Object.keys(body).filter((name) => /^proof_\d+_\w+$/.test(name) || isGroupField(name))
