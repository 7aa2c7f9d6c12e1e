import Swiper from 'swiper'
import { turningOf } from './auto-advance-kinds.ts'
import { keepAttributes } from './keep-attributes.ts'
import { followFocus, holdWhileInside, holdWhileResized, refuseDrags } from './slider-input.ts'
import { type SlideKind, slidingOf } from './slider-kinds.ts'
import { markSlider } from './slider-markers.ts'
import type { SliderParts } from './slider-parts.ts'

export type SliderSettings = {
  kind: SlideKind
  /** More than one slide is to be seen at a time, where there is room for them. */
  isSeveral: boolean
  /** It is to turn by itself, which some kinds do anyway. */
  turns: boolean
  /** Somebody said before that it should not. */
  isStopped: boolean
  /** Somebody wants no motion anywhere: nothing turns by itself, and a move is there at once. */
  isStill: boolean
  /** The slide to begin with, from 0. */
  at: number
}

export type Slides = ReturnType<typeof startSlides>

/** Brings a row to life. Whatever it writes into the page is gone when it has ended. */
export function startSlides(parts: SliderParts, settings: SliderSettings) {
  const ends = new AbortController()
  const { view, row, slides, back, onward, pause, bullets } = parts
  const writeAsBefore = keepAttributes([view, row, ...slides, back, onward, pause, ...bullets])
  const swiper = openSwiper(parts, settings)
  const turning = turningOf(swiper, settings)
  const mark = () => markSlider(swiper, parts, turning?.turns ?? false)
  const press = () => pause?.setAttribute('aria-pressed', String(turning?.isStopped ?? false))

  swiper.on('slideChange toEdge fromEdge lock unlock breakpoint resize observerUpdate', mark)
  turning?.tell(mark)
  if (turning) holdWhileInside(turning, parts.element, ends.signal)
  if (turning) holdWhileResized(turning, swiper, ends.signal)
  followFocus(swiper, view, ends.signal)
  refuseDrags(view, ends.signal)
  mark()
  press()

  return {
    get at() {
      return swiper.realIndex
    },
    back: () => swiper.slidePrev(),
    onward: () => swiper.slideNext(),
    show: (at: number) => (swiper.params.loop ? swiper.slideToLoop(at) : swiper.slideTo(at)),
    /** @returns whether it is stopped now */
    togglePause() {
      turning?.toggle()
      press()
      return turning?.isStopped ?? false
    },
    see(isSeen: boolean) {
      if (isSeen) turning?.release('unseen')
      else turning?.hold('unseen')
    },
    end() {
      turning?.hold('unseen')
      ends.abort()
      swiper.destroy()
      writeAsBefore()
    },
  }
}

function openSwiper({ view, row, slides }: SliderParts, settings: SliderSettings): Swiper {
  const gap = Number.parseFloat(getComputedStyle(row).columnGap)
  return new Swiper(view, {
    ...slidingOf(settings.kind, settings.isSeveral),
    ...(settings.isStill ? { speed: 0 } : {}),
    // Rows and slides keep the names that they have in the server's HTML.
    wrapperClass: row.classList[0] ?? '',
    slideClass: slides[0]?.classList[0] ?? '',
    spaceBetween: Number.isFinite(gap) ? gap : 0,
    initialSlide: settings.at,
    observer: true,
  })
}
