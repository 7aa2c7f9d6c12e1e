import type { Swiper } from 'swiper/types'
import type { Turning } from './auto-advance.ts'
import { RESUMES_AFTER_MS } from './slider-kinds.ts'

/** Nothing turns under the pointer or away from the focus. */
export function holdWhileInside(turning: Turning, element: HTMLElement, signal: AbortSignal) {
  element.addEventListener('pointerenter', () => turning.hold('pointer'), { signal })
  element.addEventListener('pointerleave', () => turning.release('pointer'), { signal })
  element.addEventListener('focusin', () => turning.hold('focus'), { signal })
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!element.contains(relatedTarget as Node | null)) turning.release('focus')
  }
  element.addEventListener('focusout', leave, { signal })
}

/** While a window is pulled wider or narrower nothing turns, and for a moment after. */
export function holdWhileResized(turning: Turning, swiper: Swiper, signal: AbortSignal) {
  let { width } = swiper
  let timer: number | undefined
  swiper.on('resize', () => {
    if (swiper.width === width) return // it has only grown taller, as when a font comes
    width = swiper.width
    turning.hold('resize')
    window.clearTimeout(timer)
    timer = window.setTimeout(() => turning.release('resize'), RESUMES_AFTER_MS)
  })
  signal.addEventListener('abort', () => window.clearTimeout(timer))
}

/** Where several slides are seen all can be reached: the row follows whoever goes through them by keyboard. */
export function followFocus(swiper: Swiper, view: HTMLElement, signal: AbortSignal) {
  const follow = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return
    const at = swiper.slides.findIndex((slide) => slide.contains(target))
    const slide = swiper.slides[at]
    if (slide && !swiper.params.loop && !isWhollyIn(view, slide)) swiper.slideTo(at)
  }
  view.addEventListener('focusin', follow, { signal })
}

function isWhollyIn(view: HTMLElement, slide: HTMLElement): boolean {
  const [seen, { left, right }] = [view.getBoundingClientRect(), slide.getBoundingClientRect()]
  return left >= seen.left - 1 && right <= seen.right + 1
}

/** Links and pictures are not carried off by a mouse that pushes the row. */
export function refuseDrags(view: HTMLElement, signal: AbortSignal) {
  view.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
}
