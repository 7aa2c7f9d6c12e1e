import type { Fields, RowsField } from './fields.ts'
import { ROW_ID } from './row-id.ts'
import { type Typed, typedOf } from './typed.ts'
import type { SettingValue } from './versions.ts'

/** Gives each row that is new the next number; one that a script sent without its number keeps it by its name. */
export function withRowIds(fields: Fields, before: SettingValue, value: SettingValue): SettingValue {
  const typed = typedOf(fields, before)
  const numbered = Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'rows' && field.of.id === ROW_ID
      ? [[name, numberedRows(field, (typed[name] ?? []) as Typed[], value[name] as SettingValue[])]]
      : [],
  )
  return { ...value, ...Object.fromEntries(numbered) }
}

function numberedRows({ key }: RowsField, before: Typed[], rows: SettingValue[]): SettingValue[] {
  const used = new Set(rows.map(({ id }) => String(id)))
  let last = Math.max(0, ...[...before, ...rows].map(({ id }) => Number(id)))
  const seen = new Set<string>()
  return rows.map((row) => {
    const known = before.find((one) => one[key] === row[key] && !used.has(String(one.id)))
    const sent = String(row.id)
    const id = sent !== '' && !seen.has(sent) ? sent : String(known?.id ?? ++last)
    seen.add(id)
    used.add(id)
    return { ...row, id }
  })
}
