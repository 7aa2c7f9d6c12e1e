type PayWithProps = {
  /** 'Visa ending in 4242', if the card that paid can be charged again. */
  keptCard: string | null
  prefersNew: boolean
}

/** Only the kept card can be charged without scripts. */
export const PayWith = ({ keptCard, prefersNew }: PayWithProps) =>
  keptCard === null ? (
    <noscript>
      <p class="order-edit__hint">You'll enter your card on the next page, which needs JavaScript.</p>
    </noscript>
  ) : (
    <fieldset class="order-edit__cards">
      <legend class="visually-hidden">Pay with</legend>
      <label class="tick">
        <input type="radio" name="card" value="kept" checked={!prefersNew} />
        <span>{keptCard}, the card you paid with</span>
      </label>
      <label class="tick">
        <input type="radio" name="card" value="new" checked={prefersNew} />
        <span>
          Another card<noscript> (needs JavaScript)</noscript>
        </span>
      </label>
    </fieldset>
  )
