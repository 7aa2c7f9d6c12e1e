import { Controller } from '@hotwired/stimulus'

/** A row of links that fill a frame; marks the link whose cards are shown (BEH-18). */
export default class extends Controller<HTMLElement> {
  static override targets = ['link', 'frame']
  declare readonly linkTargets: HTMLAnchorElement[]
  declare readonly frameTarget: HTMLElement

  override connect() {
    this.mark()
  }

  /** After the frame loads, not on click: of two quick clicks, the response that rendered decides. */
  mark() {
    const shown = this.frameTarget.querySelector<HTMLElement>('[data-category]')?.dataset.category
    for (const link of this.linkTargets) {
      if (link.dataset.category === shown) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }

  step(event: KeyboardEvent) {
    const links = this.linkTargets
    const index = links.indexOf(event.target as HTMLAnchorElement)
    const next = { ArrowRight: (index + 1) % links.length, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined || index < 0) return
    event.preventDefault()
    links.at(next)?.focus()
  }
}
