import Swiper from 'swiper'
import { createAutoplay } from './autoplay-motions.ts'
import { saveAttributes } from './save-attributes.ts'
import { followFocus, holdWhileInside, holdWhileResized, preventDrags } from './slider-input.ts'
import { type SlideKind, swiperOptions } from './slider-kinds.ts'
import { markSlider } from './slider-markers.ts'
import type { SliderParts } from './slider-parts.ts'

export type SliderSettings = {
  kind: SlideKind
  isSeveral: boolean
  /** Some kinds autoplay regardless. */
  autoplays: boolean
  isPaused: boolean
  /** The shopper's system setting: no autoplay, no animation. */
  isMotionReduced: boolean
  at: number
}

export type Slides = ReturnType<typeof startSlides>

/** Starts a slider. `end` removes everything it wrote into the page. */
export function startSlides(parts: SliderParts, settings: SliderSettings) {
  const lifetime = new AbortController()
  const { view, row, slides, back, next, pause, bullets } = parts
  const restoreAttributes = saveAttributes([view, row, ...slides, back, next, pause, ...bullets])
  const swiper = createSwiper(parts, settings)
  const autoplay = createAutoplay(swiper, settings)
  const mark = () => markSlider(swiper, parts, autoplay?.isRunning ?? false)
  const markPause = () => pause?.setAttribute('aria-pressed', String(autoplay?.isPaused ?? false))

  swiper.on('slideChange toEdge fromEdge lock unlock breakpoint resize observerUpdate', mark)
  autoplay?.onChange(mark)
  if (autoplay) holdWhileInside(autoplay, parts.element, lifetime.signal)
  if (autoplay) holdWhileResized(autoplay, swiper, lifetime.signal)
  followFocus(swiper, view, lifetime.signal)
  preventDrags(view, lifetime.signal)
  mark()
  markPause()

  return {
    get at() {
      return swiper.realIndex
    },
    back: () => swiper.slidePrev(),
    next: () => swiper.slideNext(),
    show: (at: number) => (swiper.params.loop ? swiper.slideToLoop(at) : swiper.slideTo(at)),
    togglePause() {
      autoplay?.toggle()
      markPause()
      return autoplay?.isPaused ?? false
    },
    setVisible(isVisible: boolean) {
      if (isVisible) autoplay?.release('hidden')
      else autoplay?.hold('hidden')
    },
    end() {
      autoplay?.hold('hidden')
      lifetime.abort()
      swiper.destroy()
      restoreAttributes()
    },
  }
}

function createSwiper({ view, row, slides }: SliderParts, settings: SliderSettings): Swiper {
  const gap = Number.parseFloat(getComputedStyle(row).columnGap)
  return new Swiper(view, {
    ...swiperOptions(settings.kind, settings.isSeveral),
    ...(settings.isMotionReduced ? { speed: 0 } : {}),
    // Swiper finds rows and slides by the classes of the server's HTML.
    wrapperClass: row.classList[0] ?? '',
    slideClass: slides[0]?.classList[0] ?? '',
    spaceBetween: Number.isFinite(gap) ? gap : 0,
    initialSlide: settings.at,
    observer: true,
  })
}
