import type { Swiper } from 'swiper/types'
import type { SliderParts } from './slider-parts.ts'

export function markSlider(swiper: Swiper, parts: SliderParts, isAutoplaying: boolean) {
  markButtons(swiper, parts)
  markBullets(swiper, parts)
  parts.pause?.toggleAttribute('data-idle', swiper.isLocked)
  if (swiper.params.slidesPerView === 1) markSingle(swiper, parts, isAutoplaying)
  else markMultiple(swiper, parts)
}

/** `aria-disabled` at an end rather than `disabled`, which would drop the focus. */
function markButtons({ isLocked, isBeginning, isEnd, params }: Swiper, { back, next }: SliderParts) {
  const buttons = [
    { button: back, isAtEnd: isBeginning },
    { button: next, isAtEnd: isEnd },
  ]
  for (const { button, isAtEnd } of buttons) {
    button?.toggleAttribute('data-idle', isLocked)
    if (isAtEnd && !params.loop) button?.setAttribute('aria-disabled', 'true')
    else button?.removeAttribute('aria-disabled')
  }
}

/** One bullet per snap position; with several slides in view there are fewer of those than slides. */
function markBullets(swiper: Swiper, { bullets }: SliderParts) {
  const { isLocked, params, slides, snapGrid } = swiper
  const positions = params.loop ? slides.length : snapGrid.length
  const current = params.loop ? swiper.realIndex : swiper.snapIndex
  for (const [index, bullet] of bullets.entries()) {
    bullet.toggleAttribute('hidden', isLocked || index >= positions)
    if (index === current) bullet.setAttribute('aria-current', 'true')
    else bullet.removeAttribute('aria-current')
  }
}

/** Hidden slides are inert. Screen readers announce a new slide unless autoplay showed it. */
function markSingle({ slides, activeIndex }: Swiper, { row }: SliderParts, isAutoplaying: boolean) {
  row.setAttribute('aria-live', isAutoplaying ? 'off' : 'polite')
  for (const [index, slide] of slides.entries()) slide.inert = index !== activeIndex
}

function markMultiple({ slides }: Swiper, { row }: SliderParts) {
  row.removeAttribute('aria-live')
  for (const slide of slides) slide.inert = false
}
