import type { Controller } from '@hotwired/stimulus'

export type SliderParts = {
  element: HTMLElement
  view: HTMLElement
  row: HTMLElement
  slides: HTMLElement[]
  back: Element | undefined
  next: Element | undefined
  pause: Element | undefined
  bullets: Element[]
}

export function partsOf(
  element: HTMLElement,
  view: HTMLElement,
  targets: Controller['targets'],
): SliderParts | null {
  const row = view.firstElementChild
  if (!(row instanceof HTMLElement) || row.childElementCount === 0) return null
  return {
    element,
    view,
    row,
    slides: [...row.children].filter((slide) => slide instanceof HTMLElement),
    back: targets.find('back'),
    next: targets.find('onward'),
    pause: targets.find('pause'),
    bullets: targets.findAll('bullet'),
  }
}

/** The slide that the shopper scrolled to before the script loaded. */
export function takeScrollPosition({ view, slides }: SliderParts): number {
  const scrolled = view.scrollLeft
  if (scrolled === 0) return 0
  const origin = slides[0]?.offsetLeft ?? 0
  const distances = slides.map(({ offsetLeft }) => Math.abs(offsetLeft - origin - scrolled))
  view.scrollLeft = 0
  return distances.indexOf(Math.min(...distances))
}
