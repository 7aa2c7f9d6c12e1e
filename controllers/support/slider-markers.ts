import type { Swiper } from 'swiper/types'
import type { SliderParts } from './slider-parts.ts'

/** Says in the page how things stand: what can be pressed, which slide is shown, what is out of reach. */
export function markSlider(swiper: Swiper, parts: SliderParts, turns: boolean) {
  markPushes(swiper, parts)
  markBullets(swiper, parts)
  parts.pause?.toggleAttribute('data-idle', swiper.isLocked)
  if (swiper.params.slidesPerView === 1) markAlone(swiper, parts, turns)
  else markTogether(swiper, parts)
}

/** Idle where all slides are seen at once; at an end only disabled, for the focus may be on it. */
function markPushes({ isLocked, isBeginning, isEnd, params }: Swiper, { back, onward }: SliderParts) {
  const ends = [
    { push: back, isReached: isBeginning },
    { push: onward, isReached: isEnd },
  ]
  for (const { push, isReached } of ends) {
    push?.toggleAttribute('data-idle', isLocked)
    if (isReached && !params.loop) push?.setAttribute('aria-disabled', 'true')
    else push?.removeAttribute('aria-disabled')
  }
}

/** One for each place at which the row can stand, which are fewer than slides where several are seen. */
function markBullets(swiper: Swiper, { bullets }: SliderParts) {
  const { isLocked, params, slides, snapGrid } = swiper
  const places = params.loop ? slides.length : snapGrid.length
  const current = params.loop ? swiper.realIndex : swiper.snapIndex
  for (const [place, bullet] of bullets.entries()) {
    bullet.toggleAttribute('hidden', isLocked || place >= places)
    if (place === current) bullet.setAttribute('aria-current', 'true')
    else bullet.removeAttribute('aria-current')
  }
}

/** Only the one slide that is seen can be reached; a change is read out unless it came by itself. */
function markAlone({ slides, activeIndex }: Swiper, { row }: SliderParts, turns: boolean) {
  row.setAttribute('aria-live', turns ? 'off' : 'polite')
  for (const [place, slide] of slides.entries()) slide.inert = place !== activeIndex
}

function markTogether({ slides }: Swiper, { row }: SliderParts) {
  row.removeAttribute('aria-live')
  for (const slide of slides) slide.inert = false
}
