import type { Step } from '#src/checkout/island/step-order.ts'

/** Makes the server's sign-in link, which React doesn't own, return to the open step. */
export function returnHereAfterSignIn(step: Step, checkoutUrl: string) {
  const link = document.getElementById('checkout_sign_in')
  if (!(link instanceof HTMLAnchorElement)) return
  const { pathname, searchParams } = new URL(link.href)
  searchParams.set('redirect_url', `${checkoutUrl}?step=${step}`)
  link.href = `${pathname}?${searchParams}`
}
