import { FreeMode } from 'swiper/modules'
import type { SwiperOptions } from 'swiper/types'

/** How a row may slide. `slider` is the plain one, for whatever has no kind of its own. */
export type SlideKind = 'banner' | 'cards' | 'strip' | 'nav' | 'marquee' | 'slider'

/** One slide takes `SLIDE_MS`, whoever asked for it; of a drag more than `THRESHOLD_PX` count as one. */
const SLIDE_MS = 300
const THRESHOLD_PX = 5
/** A drag that took longer goes where it was let go, a shorter one to the next slide. */
const LONG_SWIPE_MS = 300

/** Milliseconds in which the marquee goes on by one name. */
const GLIDE_MS = 3_000

/** How long a slide stands before a slider that turns by itself shows the next. */
export const STANDS_MS = 5_000
/** After its window has changed size. */
export const RESUMES_AFTER_MS = 500

/** Of these kinds every one turns by itself. */
export const TURNING: SlideKind[] = ['banner', 'marquee']

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
    speed: GLIDE_MS,
    loop: true,
    slidesPerView: 2,
    breakpoints: { 768: { slidesPerView: 4 } },
  },
  slider: {},
}

const SEVERAL: SwiperOptions = {
  breakpoints: { 768: { slidesPerView: 2 }, 1024: { slidesPerView: 3 } },
}

/** `isSeveral`: more than one slide is to be seen at a time, where there is room for them. */
export function slidingOf(kind: SlideKind, isSeveral: boolean): SwiperOptions {
  return {
    speed: SLIDE_MS,
    threshold: THRESHOLD_PX,
    longSwipesMs: LONG_SWIPE_MS,
    ...KINDS[kind],
    ...(isSeveral ? SEVERAL : {}),
    modules: [FreeMode],
  }
}

/** What comes with the next move is fetched before it. */
function showing(slides: number, moves: number): SwiperOptions {
  return { slidesPerView: slides, slidesPerGroup: moves, lazyPreloadPrevNext: moves }
}
