import type { CheckoutProps } from '#islands/checkout/props.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'

export function paymentSettings({ config }: Services): CheckoutProps['payments'] {
  const { publishableKey, scriptUrl, embedded } = config.payments
  return { publishableKey, scriptUrl: embedded ? paths.embeddedPaymentsScript() : scriptUrl, embedded }
}
