type Bounds = { min: number; max: number }

/** Puts the page's quantity selector into a form where its add button was; `of` says of what it is. */
export function applyInPlace(form: HTMLFormElement, of: string, { min, max }: Bounds) {
  const template = document.querySelector<HTMLTemplateElement>('#quantity_in_place')
  const selector = template?.content.firstElementChild?.cloneNode(true)
  if (!(selector instanceof HTMLElement)) return
  const [legend, field] = [selector.querySelector('legend'), selector.querySelector('input[type="number"]')]
  if (legend) legend.textContent = of
  field?.setAttribute('aria-label', `How many of ${of}`)
  field?.setAttribute('min', String(min))
  field?.setAttribute('max', String(max))
  setAside(form, true)
  form.append(selector)
}

export function takeFromPlace(form: HTMLFormElement, selector: Element) {
  selector.remove()
  setAside(form, false)
}

/** What the form adds by itself is not sent while the selector says how many. */
function setAside(form: HTMLFormElement, isAside: boolean) {
  for (const field of form.querySelectorAll<HTMLInputElement>('input[name="quantity"]'))
    field.disabled = isAside
}
