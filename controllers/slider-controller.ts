import { Controller } from '@hotwired/stimulus'
import { deferToTurbo, keepWhenMorphed } from './support/defer-to-turbo.ts'
import type { Slides } from './support/slider.ts'
import type { SlideKind } from './support/slider-kinds.ts'
import { partsOf, takePush } from './support/slider-parts.ts'
import {
  pageHasCome,
  slidesHere,
  wantsNoMotion,
  watchMedia,
  watchSight,
} from './support/slider-visibility.ts'

/**
 * A row of slides, of the kind that `kind` says (SLD-1). The row is the window's only child, the slides are the row's.
 * Until its script has come, and without scripts, it is pushed sideways by hand.
 */
export default class extends Controller<HTMLElement> {
  static override targets = ['window', 'back', 'onward', 'pause', 'bullet']
  static override values = {
    kind: { type: String, default: 'slider' },
    several: Boolean,
    turns: Boolean,
    // What the page remembers: where the row stood, and whether somebody stopped it.
    at: Number,
    stopped: Boolean,
  }
  declare readonly windowTarget: HTMLElement
  declare readonly kindValue: SlideKind
  declare readonly severalValue: boolean
  declare readonly turnsValue: boolean
  declare atValue: number
  declare stoppedValue: boolean

  #ends = new AbortController()
  #slides: Slides | null = null
  #isNear = false
  #isAside = false

  override connect() {
    this.#ends = new AbortController()
    const { signal } = this.#ends
    const aside = { concerns: this.#concerns, leave: this.#leave, comeBack: this.#comeBack }
    deferToTurbo(this.element, aside, signal)
    keepWhenMorphed(this.element, ['data-slider-at-value', 'data-slider-stopped-value'], signal)
    watchMedia(this.kindValue, this.#beginAnew, signal)
    watchSight(this.element, this.#see, signal)
    this.#isAside = false
  }

  override disconnect() {
    this.#ends.abort()
    this.#leave()
  }

  back() {
    this.#slides?.back()
  }

  onward() {
    this.#slides?.onward()
  }

  show({ params }: { params: { slide?: number } }) {
    this.#slides?.show(params.slide ?? 0)
  }

  togglePause() {
    if (this.#slides) this.stoppedValue = this.#slides.togglePause()
  }

  #concerns = (morphed: Element) =>
    morphed.contains(this.windowTarget) || morphed.parentElement === this.windowTarget.firstElementChild

  #leave = () => {
    this.#isAside = true
    this.#end()
  }

  #comeBack = () => {
    this.#isAside = false
    this.#begin()
  }

  #beginAnew = () => {
    this.#end()
    this.#begin()
  }

  #see = (isNear: boolean) => {
    this.#isNear = isNear
    this.#slides?.see(isNear)
    this.#begin()
  }

  async #begin() {
    if (!this.#mayBegin) return
    await pageHasCome()
    const { startSlides } = await import('./support/slider.ts')
    if (!this.#mayBegin) return // left, or begun by another call, while the script came
    const parts = partsOf(this.element, this.windowTarget, this.targets)
    if (!parts) return
    this.#slides = startSlides(parts, {
      kind: this.kindValue,
      isSeveral: this.severalValue,
      turns: this.turnsValue,
      isStopped: this.stoppedValue,
      isStill: wantsNoMotion(),
      at: takePush(parts) || this.atValue,
    })
    this.#slides.see(true)
  }

  #end() {
    if (!this.#slides) return
    this.atValue = this.#slides.at
    this.#slides.end()
    this.#slides = null
  }

  get #mayBegin() {
    return this.#isNear && !this.#isAside && !this.#slides && slidesHere(this.kindValue)
  }
}
