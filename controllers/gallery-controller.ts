import { Controller } from '@hotwired/stimulus'

/** Small pictures bring the large one into view and know which is in it. The strip scrolls without this, too. */
export default class extends Controller<HTMLElement> {
  static override targets = ['strip', 'thumb']
  declare readonly stripTarget: HTMLElement
  declare readonly thumbTargets: HTMLElement[]

  override connect() {
    this.mark()
  }

  show(event: Event) {
    event.preventDefault()
    const place = this.thumbTargets.indexOf(event.currentTarget as HTMLElement)
    this.stripTarget.scrollTo({ left: place * this.stripTarget.clientWidth })
  }

  mark() {
    const { scrollLeft, clientWidth } = this.stripTarget
    const shown = Math.round(scrollLeft / Math.max(1, clientWidth))
    this.thumbTargets.forEach((thumb, place) => {
      if (place === shown) thumb.setAttribute('aria-current', 'true')
      else thumb.removeAttribute('aria-current')
    })
  }
}
