/** What keeps a form of the payment step from being sent, beside the card: the sentence for the first of it, or ''. */
export function missingFrom(form: HTMLFormElement): string {
  const field = [...form.elements].find((one) => one.matches(':invalid:not(fieldset)'))
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return ''
  if (field.name === 'terms_of_service') return 'Agree to the terms of service to pay.'
  return field.validity.customError ? field.validationMessage : 'Fill in the billing address to pay.'
}

/** Where the bill goes, as the provider's script takes it; nothing while that is where the box goes. */
export function billIn(form: HTMLFormElement): Record<string, string> {
  const fields = [...new FormData(form)].filter(([name]) => name.startsWith('address_'))
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value)]))
}

/**
 * Busy or not, for those who see it and those who hear it; nothing can be changed meanwhile. The focus of a field that
 * was left by Enter waits at the button.
 */
export function showBusy(form: HTMLElement, fields: HTMLElement, button: HTMLElement, isBusy: boolean) {
  for (const element of [form, button]) {
    if (isBusy) element.setAttribute('aria-busy', 'true')
    else element.removeAttribute('aria-busy')
  }
  button.toggleAttribute('data-busy', isBusy)
  if (isBusy && fields.contains(document.activeElement)) button.focus()
  fields.inert = isBusy
}
