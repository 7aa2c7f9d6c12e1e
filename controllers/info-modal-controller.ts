import { Controller } from '@hotwired/stimulus'
import { requestModal } from './support/requested-modal.ts'

/** Shows the contents of a `<details>` in the page's modal, or unfolds it without one (BEH-7). */
export default class extends Controller<HTMLDetailsElement> {
  static override targets = ['title', 'words']
  static override values = { name: String }
  declare readonly titleTarget: HTMLElement
  declare readonly wordsTarget: HTMLElement
  declare readonly nameValue: string

  open(event: Event) {
    event.preventDefault()
    const fallBack = () => {
      this.element.open = true
    }
    requestModal({ content: { fragment: this.#buildContent() }, opener: this.titleTarget, fallBack })
  }

  #buildContent(): DocumentFragment {
    const fragment = document.createDocumentFragment()
    const section = document.createElement('section')
    const title = document.createElement('h2')
    section.className = 'ask'
    section.dataset.modalName = this.nameValue
    title.className = 'ask__title'
    title.id = 'modal_title'
    title.textContent = this.titleTarget.textContent
    section.append(title, ...this.wordsTarget.cloneNode(true).childNodes)
    fragment.append(section)
    return fragment
  }
}
