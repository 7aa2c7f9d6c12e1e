import { SmsMarketing } from '../../shared/sms-marketing.tsx'

export const SmsMarketingCheckboxExamples = () => (
  <form class="ask" method="get" action="/behaviours/sms-marketing-checkbox">
    <SmsMarketing id="example_sms" />
    <button type="submit" class="button">
      Send
    </button>
  </form>
)
