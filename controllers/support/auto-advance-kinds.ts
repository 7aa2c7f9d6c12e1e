import type { Swiper } from 'swiper/types'
import { type Motion, Turning } from './auto-advance.ts'
import type { SliderSettings } from './slider.ts'
import { STANDS_MS, TURNING } from './slider-kinds.ts'

/** How a slider turns by itself; undefined where it does not. */
export function turningOf(swiper: Swiper, settings: SliderSettings): Turning | undefined {
  if (settings.isStill || !(settings.turns || TURNING.includes(settings.kind))) return
  const turning = new Turning(settings.kind === 'marquee' ? glide(swiper) : turnPages(swiper, STANDS_MS))
  if (settings.isStopped) turning.hold('asked')
  return turning
}

/** Shows the next slide when this one has stood for `afterMs`, however it came; after the last the first. */
function turnPages(swiper: Swiper, afterMs: number): Motion {
  let timer: number | undefined
  let turns = false

  function wait() {
    window.clearTimeout(timer)
    if (turns) timer = window.setTimeout(turn, afterMs)
  }

  function turn() {
    if (swiper.isEnd && !swiper.params.loop) swiper.slideTo(0)
    else swiper.slideNext()
    wait()
  }

  swiper.on('slideChange', wait)
  return {
    start() {
      turns = true
      wait()
    },
    stop() {
      turns = false
      wait()
    },
  }
}

/** Goes on without a pause, one slide in the slider's `speed`; stopped, it stands where it was. */
function glide(swiper: Swiper): Motion {
  let glides = false
  let isGoingOn = false

  /** Sets the row back by whole slides on the way, which counts as the end of a move as well: that one is not ours. */
  function goOn() {
    if (!glides || isGoingOn) return
    isGoingOn = true
    swiper.slideNext()
    isGoingOn = false
  }

  function goOnFromHere() {
    const leftMs = Number(swiper.params.speed) * leftOfMove(swiper)
    if (leftMs >= 1) swiper.slideTo(swiper.activeIndex, leftMs)
    else goOn()
  }

  swiper.on('transitionEnd', goOn)
  return {
    start() {
      stand(swiper)
      glides = true
      goOnFromHere()
    },
    stop() {
      glides = false
      stand(swiper)
    },
  }
}

/** Stops a move where it is just now. */
function stand(swiper: Swiper) {
  const here = swiper.getTranslate()
  swiper.setTransition(0)
  swiper.setTranslate(here)
  // The browser tells of no end that was never reached, and until it is told the slider takes itself to be moving.
  swiper.wrapperEl.dispatchEvent(new CustomEvent('transitionend'))
}

/** How much of the move to its slide is left, from 0 to 1. */
function leftOfMove({ translate, slidesGrid, activeIndex }: Swiper): number {
  const [first = 0, second = 1] = slidesGrid
  return Math.min(1, Math.abs(translate + (slidesGrid[activeIndex] ?? 0)) / (second - first))
}
