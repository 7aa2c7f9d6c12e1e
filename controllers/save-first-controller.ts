import { Controller } from '@hotwired/stimulus'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Holds a form back while another one has changes that its answer, a new page, would lose. */
export default class extends Controller<HTMLElement> {
  static override targets = ['form', 'words']
  declare readonly formTargets: HTMLFormElement[]
  declare readonly wordsTargets: HTMLElement[]

  check(event: SubmitEvent) {
    for (const words of this.wordsTargets) words.textContent = ''
    const unsaved = this.formTargets.find((form) => form !== event.target && isUnsaved(form))
    if (!unsaved) return
    event.preventDefault()
    const words = this.wordsTargets.find((each) => unsaved.contains(each))
    if (words) words.textContent = 'You changed something here. Please save it first, or it will be lost.'
    unsaved.querySelector<HTMLElement>('[data-save-first-save]')?.focus()
  }
}

/** `data-unsaved`: the page came back with what was typed. */
const isUnsaved = (form: HTMLFormElement): boolean =>
  form.dataset.unsaved !== undefined || [...form.elements].some(isChanged)

function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    const saved = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
    return field.selectedIndex !== Math.max(0, saved)
  }
  if (!field.matches('input:not([type=hidden], [type=search]), textarea')) return false
  const { type, value, defaultValue } = field as TextField
  return type === 'tel' ? phoneDigits(value) !== phoneDigits(defaultValue) : value !== defaultValue
}

/** A phone is formatted as soon as it's shown. */
const phoneDigits = (phone: string) => phone.replaceAll(/\D/g, '').slice(-10)
