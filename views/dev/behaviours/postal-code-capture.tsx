import { postalCodeCapture } from '../../page/captures.tsx'

/** Any form can be held; on the shop's pages it is the first add to the box. */
export const PostalCodeCaptureExamples = () => (
  <div {...postalCodeCapture()}>
    <form
      method="get"
      action="/behaviours/postal-code-capture"
      data-action="submit->postal-code-capture#hold"
    >
      <input type="hidden" name="sent" value="yes" />
      <button type="submit" class="button">
        Send it
      </button>
    </form>
  </div>
)
