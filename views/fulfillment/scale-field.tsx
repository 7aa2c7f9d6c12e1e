/** For a scale that types like a keyboard. The weight goes with the page's requests in a header, so it needs scripts. */
export const ScaleField = ({ typed }: { typed?: string }) => (
  <p class="scale">
    <label for="scale_weight">Scale, in grams</label>
    <input
      class="field__input scale__input"
      type="number"
      min={0}
      step="any"
      inputmode="decimal"
      id="scale_weight"
      value={typed}
      autocomplete="off"
      aria-describedby="scale_hint"
      data-current-scale-weight=""
    />
    <span class="scale__hint" id="scale_hint">
      Kept with your next adjustment.
    </span>
  </p>
)
