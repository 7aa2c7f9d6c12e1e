type SelectBoxProps = {
  token: string
  identifier: string
  grams: number
  /** The list's keys move through these. */
  isListed?: boolean
}

/** In a `.sheet__check` cell, which it fills, so that a press anywhere in it counts. */
export const SelectBox = ({ token, identifier, grams, isListed = false }: SelectBoxProps) => (
  <label>
    <input
      type="checkbox"
      name="order_tokens[]"
      value={token}
      aria-label={`Select ${identifier}`}
      data-order-selection-target="box"
      data-list-keys-target={isListed ? 'row' : undefined}
      data-action="click->order-selection#toggle"
      data-grams={String(grams)}
    />
  </label>
)
