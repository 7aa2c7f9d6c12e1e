import { type ShownChoice, shownFields } from '#src/checkout/shown-fields.ts'

export const ShownOrder = (shown: ShownChoice) => (
  <>
    {Object.entries(shownFields(shown)).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
  </>
)
