import type { SlideKind } from './slider-kinds.ts'

/** Where a kind slides at all; elsewhere the stylesheet shows all of it at once. */
const SLIDES_WHERE: Partial<Record<SlideKind, string>> = {
  strip: '(width < 768px)',
  marquee: '(prefers-reduced-motion: no-preference)',
}
const STILL = '(prefers-reduced-motion: reduce)'
/** How far from being seen a slider gets ready. */
const NEAR = '200px'

export const wantsNoMotion = () => matches(STILL)

/** Not in a preview either, which is replaced within moments. */
export const slidesHere = (kind: SlideKind) =>
  matches(SLIDES_WHERE[kind] ?? 'all') && !document.documentElement.hasAttribute('data-turbo-preview')

const matches = (query: string) => window.matchMedia(query).matches

/** Tells when what the two above say may have changed. */
export function watchMedia(kind: SlideKind, changed: () => void, signal: AbortSignal) {
  for (const query of [STILL, SLIDES_WHERE[kind] ?? 'all']) {
    window.matchMedia(query).addEventListener('change', changed, { signal })
  }
}

/** When all that is seen at first has come: that goes before what moves it. */
export async function pageHasCome() {
  if (document.readyState === 'complete') return
  await new Promise((come) => window.addEventListener('load', come, { once: true }))
}

/** Tells whether an element is seen or nearly so, at once and whenever that changes. */
export function watchSight(element: HTMLElement, tell: (isNear: boolean) => void, signal: AbortSignal) {
  const sight = new IntersectionObserver((entries) => tell(entries.at(-1)?.isIntersecting ?? false), {
    rootMargin: NEAR,
  })
  sight.observe(element)
  signal.addEventListener('abort', () => sight.disconnect())
}
