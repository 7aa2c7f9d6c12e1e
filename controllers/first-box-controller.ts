import { Controller } from '@hotwired/stimulus'
import { type Gap, gapSentence, groupWords } from '#src/catalog/bundle-rules.ts'
import { formatCents } from '#src/money.ts'
import { swapOut } from './support/swap-out.ts'

type Group = { element: HTMLFieldSetElement; name: string; slots: number; inputs: HTMLInputElement[] }

/**
 * Counts what a box at one price still needs (CAT-8). The number fields are the only state, so a restored page stays
 * right. In a full group, adding a cut swaps out the one that was picked last.
 */
export default class extends Controller<HTMLFormElement> {
  static override targets = ['group', 'input', 'total', 'still', 'next', 'add', 'carton', 'list', 'saving']
  static override values = { price: Number }
  declare readonly groupTargets: HTMLFieldSetElement[]
  declare readonly inputTargets: HTMLInputElement[]
  declare readonly totalTarget: HTMLElement
  declare readonly stillTarget: HTMLElement
  declare readonly nextTarget: HTMLAnchorElement
  declare readonly addTarget: HTMLButtonElement
  declare readonly cartonTarget: HTMLElement
  declare readonly listTarget: HTMLElement
  declare readonly savingTarget: HTMLElement
  declare readonly priceValue: number

  /** In the order in which they were picked. */
  #picked: HTMLInputElement[] = []

  override connect() {
    this.#picked = this.inputTargets.flatMap((input) => Array<HTMLInputElement>(countOf(input)).fill(input))
    this.#show()
  }

  more({ currentTarget }: Event) {
    const input = this.#inputBeside(currentTarget)
    if (!input || countOf(input) >= Number(input.max)) return
    const group = this.#groupOf(input)
    if (pickedIn(group) >= group.slots) {
      const out = swapOut(this.#picked, group.inputs, input)
      if (!out) return
      out.value = String(countOf(out) - 1)
    }
    input.value = String(countOf(input) + 1)
    this.#picked.push(input)
    this.#show()
  }

  less({ currentTarget }: Event) {
    const input = this.#inputBeside(currentTarget)
    if (!input || countOf(input) === 0) return
    input.value = String(countOf(input) - 1)
    this.#forget(input)
    this.#show()
  }

  type({ currentTarget }: Event) {
    const input = currentTarget as HTMLInputElement
    this.#picked = this.#picked.filter((picked) => picked !== input)
    this.#picked.push(...Array<HTMLInputElement>(countOf(input)).fill(input))
    this.#show()
  }

  /** To the first group that isn't full, so that a keyboard goes on from there. */
  goOn(event: Event) {
    const open = this.#groups.find((group) => pickedIn(group) !== group.slots)
    if (!open) return
    event.preventDefault()
    open.element.scrollIntoView({ block: 'start' })
    open.element.querySelector('legend')?.focus({ preventScroll: true })
  }

  #forget(input: HTMLInputElement) {
    const last = this.#picked.lastIndexOf(input)
    if (last >= 0) this.#picked.splice(last, 1)
  }

  #show() {
    const groups = this.#groups
    for (const group of groups) this.#showGroup(group)
    const gaps = groups.map(gapOf).filter(({ slots, picked }) => slots !== picked)
    const slots = groups.reduce((sum, group) => sum + group.slots, 0)
    const picked = groups.reduce((sum, group) => sum + pickedIn(group), 0)
    this.totalTarget.textContent = `${picked} of ${slots}`
    this.stillTarget.textContent = gaps.map(gapSentence).join(' ')
    this.#showWayOn(gaps[0])
    this.#showSaving(gaps.length === 0)
    this.cartonTarget.replaceChildren(...groups.flatMap(slotsOf))
    this.listTarget.replaceChildren(...this.inputTargets.filter(countOf).map(toListItem))
  }

  #showGroup(group: Group) {
    const isFull = pickedIn(group) >= group.slots
    group.element.classList.toggle('pick-group--full', isFull)
    const words = group.element.querySelector('.pick-group__count')
    if (words) words.textContent = groupWords(gapOf(group))
    for (const input of group.inputs) showChoice(input, isFull)
  }

  /** The first group that isn't full, until all are. */
  #showWayOn(gap: Gap | undefined) {
    this.nextTarget.hidden = gap === undefined
    this.addTarget.hidden = gap !== undefined
    if (gap) this.nextTarget.textContent = `Next: ${gap.name}, ${groupWords(gap).toLowerCase()}`
  }

  #showSaving(isFull: boolean) {
    const singly = this.inputTargets.reduce((sum, input) => sum + countOf(input) * centsOf(input), 0)
    const saves = singly - this.priceValue
    this.savingTarget.hidden = !isFull || saves <= 0
    this.savingTarget.textContent = `Bought one by one: ${formatCents(singly)}. You save ${formatCents(saves)}.`
  }

  #inputBeside(button: EventTarget | null): HTMLInputElement | null {
    const choice = (button as HTMLElement | null)?.closest('.pick')
    return choice?.querySelector<HTMLInputElement>('.pick__input') ?? null
  }

  #groupOf(input: HTMLInputElement): Group {
    const group = this.#groups.find(({ inputs }) => inputs.includes(input))
    if (!group) throw new Error('a cut stands in a group')
    return group
  }

  get #groups(): Group[] {
    return this.groupTargets.map((element) => ({
      element,
      name: element.dataset.name ?? '',
      slots: Number(element.dataset.slots),
      inputs: this.inputTargets.filter((input) => element.contains(input)),
    }))
  }
}

const countOf = (input: HTMLInputElement): number => Math.max(0, Math.trunc(input.valueAsNumber) || 0)

const pickedIn = ({ inputs }: Group): number => inputs.reduce((sum, input) => sum + countOf(input), 0)

const gapOf = (group: Group): Gap => ({ name: group.name, slots: group.slots, picked: pickedIn(group) })

const choiceOf = (input: HTMLInputElement) => input.closest<HTMLElement>('.pick')

const centsOf = (input: HTMLInputElement) => Number(choiceOf(input)?.dataset.cents)

const nameOf = (input: HTMLInputElement) => choiceOf(input)?.dataset.name ?? ''

/** In a full group, the plus becomes a swap mark, except for a cut that has all slots already. */
function showChoice(input: HTMLInputElement, isFull: boolean) {
  const choice = choiceOf(input)
  choice?.classList.toggle('pick--on', countOf(input) > 0)
  const [less, more] = choice?.querySelectorAll('button') ?? []
  if (less) less.disabled = countOf(input) === 0
  if (!more) return
  more.disabled = countOf(input) >= Number(input.max)
  more.setAttribute('aria-label', `${isFull ? 'Swap in' : 'Add'} ${nameOf(input)}`)
}

function slotsOf(group: Group): HTMLElement[] {
  const filled = group.inputs.flatMap((input) => Array.from({ length: countOf(input) }, () => input))
  return Array.from({ length: group.slots }, (_, place) => slot(group, filled[place]))
}

function slot({ name }: Group, input: HTMLInputElement | undefined): HTMLElement {
  const item = document.createElement('li')
  item.className = input ? 'carton__slot' : 'carton__slot carton__slot--free'
  const picture = input && choiceOf(input)?.querySelector('.picture')?.cloneNode(true)
  if (picture) item.append(picture)
  else item.textContent = name
  return item
}

function toListItem(input: HTMLInputElement): HTMLElement {
  const item = document.createElement('li')
  item.textContent = `${countOf(input)} × ${nameOf(input)}`
  return item
}
