import type { Field } from './fields.ts'

/** The number of a row, which stays when the row is renamed. */
export const ROW_ID: Field = {
  kind: 'text',
  label: 'Number',
  max: 6,
  hidden: true,
  pattern: { regex: /^[1-9]\d*$/, sentence: 'A row has a wrong number.' },
}
