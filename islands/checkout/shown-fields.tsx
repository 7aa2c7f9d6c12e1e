/** @jsxImportSource react */
import { type ShownChoice, shownFields } from '#src/checkout/shown-fields.ts'

export const ShownFields = (shown: ShownChoice) =>
  Object.entries(shownFields(shown)).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
