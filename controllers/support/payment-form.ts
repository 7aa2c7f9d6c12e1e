import { TERMS_HINT } from '#src/checkout/sentences.ts'

/** The message for the first invalid field besides the card, or ''. */
export function missingFrom(form: HTMLFormElement): string {
  const field = [...form.elements].find((element) => element.matches(':invalid:not(fieldset)'))
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return ''
  if (field.name === 'terms_of_service') return TERMS_HINT
  return field.validity.customError ? field.validationMessage : 'Fill in the billing address to pay.'
}

/** Empty while the billing address is the delivery address. */
export function billingFields(form: HTMLFormElement): Record<string, string> {
  const fields = [...new FormData(form)].filter(([name]) => name.startsWith('address_'))
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value)]))
}

/** Moves the focus to the button first, because `inert` would drop it from a field. */
export function showBusy(form: HTMLElement, fields: HTMLElement, button: HTMLElement, isBusy: boolean) {
  for (const element of [form, button]) {
    if (isBusy) element.setAttribute('aria-busy', 'true')
    else element.removeAttribute('aria-busy')
  }
  button.toggleAttribute('data-busy', isBusy)
  if (isBusy && fields.contains(document.activeElement)) button.focus()
  fields.inert = isBusy
}
