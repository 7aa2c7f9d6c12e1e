import { SmsMarketing } from '../../shared/sms-marketing.tsx'

/** As it stands in any form. */
export const SmsMarketingCheckboxExamples = () => (
  <form class="ask" method="get" action="/behaviours/sms-marketing-checkbox">
    <SmsMarketing id="example_sms" />
    <button type="submit" class="button">
      Send
    </button>
  </form>
)
