import type { Controller } from '@hotwired/stimulus'

/** What a slider is made of; only the view and the row in it must be there. */
export type SliderParts = {
  element: HTMLElement
  /** Through which the row is seen. */
  view: HTMLElement
  row: HTMLElement
  slides: HTMLElement[]
  back: Element | undefined
  onward: Element | undefined
  pause: Element | undefined
  bullets: Element[]
}

/** Null while the row is not there or holds nothing. */
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
    onward: targets.find('onward'),
    pause: targets.find('pause'),
    bullets: targets.findAll('bullet'),
  }
}

/** The slide to which a row was pushed by hand before its script came, from 0; the push itself is taken back. */
export function takePush({ view, slides }: SliderParts): number {
  const pushed = view.scrollLeft
  if (pushed === 0) return 0
  const from = slides[0]?.offsetLeft ?? 0
  const distances = slides.map(({ offsetLeft }) => Math.abs(offsetLeft - from - pushed))
  view.scrollLeft = 0
  return distances.indexOf(Math.min(...distances))
}
