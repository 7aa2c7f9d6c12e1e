import { GiftOption } from '../../checkout/gift-option.tsx'

const NOBODY = { ticked: false, recipientName: '', recipientEmail: '', message: '' }

/** A box that may be a gift, beside the offer of a recurring one, in a form that only comes back to this page. */
export const GiftingExamples = () => (
  <form class="checkout stack" method="get" action="/behaviours/gifting" data-controller="gifting">
    <GiftOption gift={NOBODY} error={null} />
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
