type Bounds = { min: number; max: number }

export function insertSelector(form: HTMLFormElement, product: string, { min, max }: Bounds) {
  const template = document.querySelector<HTMLTemplateElement>('#quantity_in_place')
  const selector = template?.content.firstElementChild?.cloneNode(true)
  if (!(selector instanceof HTMLElement)) return
  const [legend, field] = [selector.querySelector('legend'), selector.querySelector('input[type="number"]')]
  if (legend) legend.textContent = product
  field?.setAttribute('aria-label', `Quantity of ${product}`)
  field?.setAttribute('min', String(min))
  field?.setAttribute('max', String(max))
  disableOwnQuantity(form, true)
  form.append(selector)
}

export function removeSelector(form: HTMLFormElement, selector: Element) {
  selector.remove()
  disableOwnQuantity(form, false)
}

/** The form's own quantity must not be sent beside the selector's. */
function disableOwnQuantity(form: HTMLFormElement, isDisabled: boolean) {
  for (const field of form.querySelectorAll<HTMLInputElement>('input[name="quantity"]'))
    field.disabled = isDisabled
}
