import type { CheckoutBuyer } from '#views/checkout/checkout-head.tsx'
import { paths } from '../paths.ts'
import type { Visitor } from '../web/env.ts'

export const checkoutBuyer = ({ user }: Visitor, page: string): CheckoutBuyer => ({
  email: user?.email ?? null,
  signInUrl: paths.signIn({ redirect_url: page }),
})
