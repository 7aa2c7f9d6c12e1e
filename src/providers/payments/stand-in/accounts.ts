import { type Operation, ok } from './responses.ts'

/** The account that the key belongs to. */
export const retrieveAccount: Operation = ({ account }, params) => {
  params.refuseUnknown()
  return ok(
    JSON.stringify({
      id: account,
      object: 'account',
      charges_enabled: true,
      country: 'US',
      default_currency: 'usd',
      details_submitted: true,
      email: null,
      payouts_enabled: true,
      type: 'standard',
    }),
  )
}
