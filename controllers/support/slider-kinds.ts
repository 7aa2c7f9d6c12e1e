import { FreeMode } from 'swiper/modules'
import type { SwiperOptions } from 'swiper/types'

/** `slider` is the generic kind. The figures are the specification's (SLD-1). */
export type SlideKind = 'banner' | 'cards' | 'strip' | 'nav' | 'marquee' | 'slider'

const SLIDE_MS = 300
/** A shorter drag is a click. */
const SWIPE_THRESHOLD_PX = 5
/** A shorter swipe goes to the next slide, a longer one to the nearest. */
const LONG_SWIPE_MS = 300

const MARQUEE_MS = 3_000

export const AUTOPLAY_MS = 5_000
export const RESUME_AFTER_RESIZE_MS = 500

export const AUTOPLAY_KINDS: SlideKind[] = ['banner', 'marquee']

const FREE: SwiperOptions = { slidesPerView: 'auto', freeMode: { enabled: true } }

const KINDS: Record<SlideKind, SwiperOptions> = {
  banner: { loop: true, lazyPreloadPrevNext: 1 },
  cards: {
    ...showing(1.25, 1),
    breakpoints: { 500: showing(2.25, 1), 768: showing(3.25, 3), 1024: showing(4.25, 4) },
  },
  strip: FREE,
  nav: FREE,
  marquee: {
    speed: MARQUEE_MS,
    loop: true,
    slidesPerView: 2,
    breakpoints: { 768: { slidesPerView: 4 } },
  },
  slider: {},
}

const SEVERAL: SwiperOptions = {
  breakpoints: { 768: { slidesPerView: 2 }, 1024: { slidesPerView: 3 } },
}

export function swiperOptions(kind: SlideKind, isSeveral: boolean): SwiperOptions {
  return {
    speed: SLIDE_MS,
    threshold: SWIPE_THRESHOLD_PX,
    longSwipesMs: LONG_SWIPE_MS,
    ...KINDS[kind],
    ...(isSeveral ? SEVERAL : {}),
    modules: [FreeMode],
  }
}

function showing(slides: number, moves: number): SwiperOptions {
  return { slidesPerView: slides, slidesPerGroup: moves, lazyPreloadPrevNext: moves }
}
