import type { Swiper } from 'swiper/types'
import type { Autoplay } from './autoplay.ts'
import { RESUME_AFTER_RESIZE_MS } from './slider-kinds.ts'

export function holdWhileInside(autoplay: Autoplay, element: HTMLElement, signal: AbortSignal) {
  element.addEventListener('pointerenter', () => autoplay.hold('pointer'), { signal })
  element.addEventListener('pointerleave', () => autoplay.release('pointer'), { signal })
  element.addEventListener('focusin', () => autoplay.hold('focus'), { signal })
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!element.contains(relatedTarget as Node | null)) autoplay.release('focus')
  }
  element.addEventListener('focusout', leave, { signal })
}

export function holdWhileResized(autoplay: Autoplay, swiper: Swiper, signal: AbortSignal) {
  let { width } = swiper
  let timer: number | undefined
  swiper.on('resize', () => {
    if (swiper.width === width) return // only the height changed, as when a font loads
    width = swiper.width
    autoplay.hold('resize')
    window.clearTimeout(timer)
    timer = window.setTimeout(() => autoplay.release('resize'), RESUME_AFTER_RESIZE_MS)
  })
  signal.addEventListener('abort', () => window.clearTimeout(timer))
}

/** With several slides in view, the row scrolls to the slide that the keyboard focuses. */
export function followFocus(swiper: Swiper, view: HTMLElement, signal: AbortSignal) {
  const follow = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return
    const at = swiper.slides.findIndex((slide) => slide.contains(target))
    const slide = swiper.slides[at]
    if (slide && !swiper.params.loop && !isFullyVisible(view, slide)) swiper.slideTo(at)
  }
  view.addEventListener('focusin', follow, { signal })
}

function isFullyVisible(view: HTMLElement, slide: HTMLElement): boolean {
  const [visible, { left, right }] = [view.getBoundingClientRect(), slide.getBoundingClientRect()]
  return left >= visible.left - 1 && right <= visible.right + 1
}

/** A mouse that swipes the row must not start dragging a link or picture. */
export function preventDrags(view: HTMLElement, signal: AbortSignal) {
  view.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
}
