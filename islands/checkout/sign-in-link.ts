import type { Step } from './props.ts'

/** The server's link for guests, above the steps, which React does not own: it comes back to the step that is open. */
export function returnHereAfterSignIn(step: Step, checkoutUrl: string) {
  const link = document.getElementById('checkout_sign_in')
  if (!(link instanceof HTMLAnchorElement)) return
  const { pathname, searchParams } = new URL(link.href)
  searchParams.set('redirect_url', `${checkoutUrl}?step=${step}`)
  link.href = `${pathname}?${searchParams}`
}
