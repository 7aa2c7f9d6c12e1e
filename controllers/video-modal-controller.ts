import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'
import { requestModal } from './support/requested-modal.ts'

type ModalEvent = CustomEvent<{ name: string }>
type TurboState = { turbo?: { restorationIndex?: number } } | null

const NAME = 'video:'
/** Which link gets the focus when Turbo brings the list back. */
const OPENED = 'opened-video'

/**
 * A video over the list has its own address: opening it adds a step to the history, back closes it, and closing it goes
 * back (BEH-24). An address that is opened directly leads to the list when its video is closed.
 */
export default class extends Controller<HTMLElement> {
  static override targets = ['link', 'open']
  static override values = { list: String, title: String }
  declare readonly linkTargets: HTMLAnchorElement[]
  declare readonly hasOpenTarget: boolean
  declare readonly openTarget: HTMLElement
  declare readonly listValue: string
  declare readonly titleValue: string

  #shown: { link: HTMLAnchorElement; isOwnStep: boolean } | null = null
  #isLeaving = false

  override connect() {
    this.#isLeaving = false
    if (document.documentElement.hasAttribute('data-turbo-preview')) return // the page itself follows
    if (this.hasOpenTarget) return queueMicrotask(() => this.#open()) // the modal may connect after this
    const opened = sessionStorage.getItem(OPENED)
    sessionStorage.removeItem(OPENED)
    this.#linkTo(opened ?? '')?.focus({ preventScroll: true })
  }

  override disconnect() {
    this.#shown = null
  }

  shown({ detail: { name } }: ModalEvent) {
    const link = this.#linkTo(pathOf(name, this.listValue))
    if (!link) return
    const isOwnStep = location.pathname !== link.pathname
    if (isOwnStep) history.pushState(nextState(), '', link.pathname)
    this.#shown = { link, isOwnStep }
    document.title = link.dataset.title ?? this.titleValue
    if (this.hasOpenTarget) this.openTarget.hidden = true // the modal has it now
  }

  closed({ detail: { name } }: ModalEvent) {
    const shown = this.#shown
    if (!name.startsWith(NAME) || shown === null) return
    this.#shown = null
    document.title = this.titleValue
    if (this.hasOpenTarget) this.openTarget.hidden = false
    if (location.pathname === this.listValue || !this.#isLeaving)
      sessionStorage.setItem(OPENED, shown.link.pathname)
    if (this.#isLeaving) return
    if (shown.isOwnStep) history.back()
    else visit(this.listValue, { action: 'replace' })
  }

  /** Turbo goes to another page, or back to the list, and closes the modal on the way. */
  leave() {
    this.#isLeaving = true
  }

  #open() {
    const link = this.hasOpenTarget && this.#linkTo(`${this.listValue}/${this.openTarget.dataset.uri}`)
    if (!link) return
    requestModal({
      content: { url: link.href },
      opener: null,
      fallBack: () => {}, // it stands on the page
    })
  }

  #linkTo = (path: string) => this.linkTargets.find(({ pathname }) => pathname === path)
}

const pathOf = (name: string, list: string) =>
  name.startsWith(NAME) ? `${list}/${name.slice(NAME.length)}` : ''

/** As Turbo's own steps look, so that it can come back here. */
function nextState() {
  const { turbo } = (history.state ?? {}) as NonNullable<TurboState>
  const restorationIndex = (turbo?.restorationIndex ?? 0) + 1
  return { turbo: { restorationIdentifier: crypto.randomUUID(), restorationIndex } }
}
