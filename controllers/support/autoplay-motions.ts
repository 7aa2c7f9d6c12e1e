import type { Swiper } from 'swiper/types'
import { Autoplay, type Motion } from './autoplay.ts'
import type { SliderSettings } from './slider.ts'
import { AUTOPLAY_KINDS, AUTOPLAY_MS } from './slider-kinds.ts'

/** Undefined where the slider does not autoplay. */
export function createAutoplay(swiper: Swiper, settings: SliderSettings): Autoplay | undefined {
  if (settings.isMotionReduced || !(settings.autoplays || AUTOPLAY_KINDS.includes(settings.kind))) return
  const autoplay = new Autoplay(settings.kind === 'marquee' ? glide(swiper) : step(swiper, AUTOPLAY_MS))
  if (settings.isPaused) autoplay.hold('paused')
  return autoplay
}

/** The interval restarts when the shopper moves. */
function step(swiper: Swiper, intervalMs: number): Motion {
  let timer: number | undefined
  let isRunning = false

  function schedule() {
    window.clearTimeout(timer)
    if (isRunning) timer = window.setTimeout(advance, intervalMs)
  }

  function advance() {
    if (swiper.isEnd && !swiper.params.loop) swiper.slideTo(0)
    else swiper.slideNext()
    schedule()
  }

  swiper.on('slideChange', schedule)
  return {
    start() {
      isRunning = true
      schedule()
    },
    stop() {
      isRunning = false
      schedule()
    },
  }
}

/** Moves without a break, one slide per `speed`; stopped, it stays where it is. */
function glide(swiper: Swiper): Motion {
  let isRunning = false
  let isAdvancing = false

  /** Swiper's loop fires `transitionEnd` for its own repositioning during `slideNext`, hence the guard. */
  function advance() {
    if (!isRunning || isAdvancing) return
    isAdvancing = true
    swiper.slideNext()
    isAdvancing = false
  }

  function finishMove() {
    const remainingMs = Number(swiper.params.speed) * remainingShare(swiper)
    if (remainingMs >= 1) swiper.slideTo(swiper.activeIndex, remainingMs)
    else advance()
  }

  swiper.on('transitionEnd', advance)
  return {
    start() {
      freeze(swiper)
      isRunning = true
      finishMove()
    },
    stop() {
      isRunning = false
      freeze(swiper)
    },
  }
}

function freeze(swiper: Swiper) {
  const position = swiper.getTranslate()
  swiper.setTransition(0)
  swiper.setTranslate(position)
  // The browser fires no `transitionend` for an interrupted move; without one, Swiper believes it is still moving.
  swiper.wrapperEl.dispatchEvent(new CustomEvent('transitionend'))
}

/** How much of the current move remains, from 0 to 1. */
function remainingShare({ translate, slidesGrid, activeIndex }: Swiper): number {
  const [first = 0, second = 1] = slidesGrid
  return Math.min(1, Math.abs(translate + (slidesGrid[activeIndex] ?? 0)) / (second - first))
}
