import { Controller } from '@hotwired/stimulus'

/** Of a row of links that fill a frame, marks the one whose cards are shown; the first at the beginning (BEH-18). */
export default class extends Controller<HTMLElement> {
  static override targets = ['link', 'frame']
  declare readonly linkTargets: HTMLAnchorElement[]
  declare readonly frameTarget: HTMLElement

  /** A quick hand may have switched before this came. */
  override connect() {
    this.mark()
  }

  /** The cards have come: only now is the switch true, also when an earlier answer was overtaken. */
  mark() {
    const shown = this.frameTarget.querySelector<HTMLElement>('[data-category]')?.dataset.category
    for (const link of this.linkTargets) {
      if (link.dataset.category === shown) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }

  /** Arrow keys go from link to link, Home and End to the first and the last, as in a row of tabs. */
  step(event: KeyboardEvent) {
    const links = this.linkTargets
    const place = links.indexOf(event.target as HTMLAnchorElement)
    const next = { ArrowRight: (place + 1) % links.length, ArrowLeft: place - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined || place < 0) return
    event.preventDefault()
    links.at(next)?.focus()
  }
}
