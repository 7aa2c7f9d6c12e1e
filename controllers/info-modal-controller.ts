import { Controller } from '@hotwired/stimulus'
import { requestModal } from './support/requested-modal.ts'

/** Words that unfold where they stand, shown in the page's modal instead (BEH-7). Without scripts they unfold. */
export default class extends Controller<HTMLDetailsElement> {
  static override targets = ['title', 'words']
  static override values = { name: String }
  declare readonly titleTarget: HTMLElement
  declare readonly wordsTarget: HTMLElement
  declare readonly nameValue: string

  open(event: Event) {
    event.preventDefault()
    const otherwise = () => {
      this.element.open = true
    }
    requestModal({ wanted: { contents: this.#contents() }, opener: this.titleTarget, otherwise })
  }

  #contents(): DocumentFragment {
    const contents = document.createDocumentFragment()
    const section = document.createElement('section')
    const title = document.createElement('h2')
    section.className = 'ask'
    section.dataset.modalName = this.nameValue
    title.className = 'ask__title'
    title.id = 'modal_title'
    title.textContent = this.titleTarget.textContent
    section.append(title, ...this.wordsTarget.cloneNode(true).childNodes)
    contents.append(section)
    return contents
  }
}
