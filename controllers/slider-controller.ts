import { Controller } from '@hotwired/stimulus'
import { deferToTurbo, keepWhenMorphed } from './support/defer-to-turbo.ts'
import type { Slides } from './support/slider.ts'
import type { SlideKind } from './support/slider-kinds.ts'
import { partsOf, takeScrollPosition } from './support/slider-parts.ts'
import {
  pageLoaded,
  prefersReducedMotion,
  slidesHere,
  watchMedia,
  watchVisibility,
} from './support/slider-visibility.ts'

/** A slider (SLD-1). Without scripts, and until they load, the row scrolls natively. */
export default class extends Controller<HTMLElement> {
  static override targets = ['window', 'back', 'onward', 'pause', 'bullet']
  static override values = {
    kind: { type: String, default: 'slider' },
    several: Boolean,
    turns: Boolean,
    at: Number, // the current slide and the pause are kept in the page, for Turbo's cache
    stopped: Boolean,
  }
  declare readonly windowTarget: HTMLElement
  declare readonly kindValue: SlideKind
  declare readonly severalValue: boolean
  declare readonly turnsValue: boolean
  declare atValue: number
  declare stoppedValue: boolean

  #lifetime = new AbortController()
  #slides: Slides | null = null
  #isNearView = false
  #isSuspended = false

  override connect() {
    this.#lifetime = new AbortController()
    const { signal } = this.#lifetime
    const hooks = { concerns: this.#concerns, restore: this.#suspend, resume: this.#resume }
    deferToTurbo(this.element, hooks, signal)
    keepWhenMorphed(this.element, ['data-slider-at-value', 'data-slider-stopped-value'], signal)
    watchMedia(this.kindValue, this.#restart, signal)
    watchVisibility(this.element, this.#visibilityChanged, signal)
    this.#isSuspended = false
  }

  override disconnect() {
    this.#lifetime.abort()
    this.#suspend()
  }

  back() {
    this.#slides?.back()
  }

  next() {
    this.#slides?.next()
  }

  show({ params }: { params: { slide?: number } }) {
    this.#slides?.show(params.slide ?? 0)
  }

  togglePause() {
    if (this.#slides) this.stoppedValue = this.#slides.togglePause()
  }

  #concerns = (morphed: Element) =>
    morphed.contains(this.windowTarget) || morphed.parentElement === this.windowTarget.firstElementChild

  #suspend = () => {
    this.#isSuspended = true
    this.#stop()
  }

  #resume = () => {
    this.#isSuspended = false
    this.#start()
  }

  #restart = () => {
    this.#stop()
    this.#start()
  }

  #visibilityChanged = (isNearView: boolean) => {
    this.#isNearView = isNearView
    this.#slides?.setVisible(isNearView)
    this.#start()
  }

  async #start() {
    if (!this.#canStart) return
    await pageLoaded()
    const { startSlides } = await import('./support/slider.ts')
    if (!this.#canStart) return // suspended, or started by another call, while the script loaded
    const parts = partsOf(this.element, this.windowTarget, this.targets)
    if (!parts) return
    this.#slides = startSlides(parts, {
      kind: this.kindValue,
      isSeveral: this.severalValue,
      autoplays: this.turnsValue,
      isPaused: this.stoppedValue,
      isMotionReduced: prefersReducedMotion(),
      at: takeScrollPosition(parts) || this.atValue,
    })
    this.#slides.setVisible(true)
  }

  #stop() {
    if (!this.#slides) return
    this.atValue = this.#slides.at
    this.#slides.end()
    this.#slides = null
  }

  get #canStart() {
    return this.#isNearView && !this.#isSuspended && !this.#slides && slidesHere(this.kindValue)
  }
}
