import { GiftOption } from '../../checkout/gift-option.tsx'

const NO_GIFT = { ticked: false, recipientName: '', recipientEmail: '', message: '' }

export const GiftingExamples = () => (
  <form class="checkout stack" method="get" action="/behaviours/gifting" data-controller="gifting">
    <GiftOption gift={NO_GIFT} error={null} />
    <fieldset class="recurring-offer" data-gifting-target="recurring">
      <legend>Recurring box</legend>
      <label>
        <input type="checkbox" name="recurring" value="true" /> Make it a recurring box
      </label>
    </fieldset>
    <p>
      <button type="submit" class="button">
        Send
      </button>
    </p>
  </form>
)
