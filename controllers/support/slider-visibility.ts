import type { SlideKind } from './slider-kinds.ts'

/** Media in which a kind slides; elsewhere the stylesheet lays out all slides at once. */
const SLIDES_WHERE: Partial<Record<SlideKind, string>> = {
  strip: '(width < 48em)',
  marquee: '(prefers-reduced-motion: no-preference)',
}
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'
const NEAR_VIEW = '200px'

export const prefersReducedMotion = () => matches(REDUCED_MOTION)

/** Not in a Turbo preview, which is replaced within moments. */
export const slidesHere = (kind: SlideKind) =>
  matches(SLIDES_WHERE[kind] ?? 'all') && !document.documentElement.hasAttribute('data-turbo-preview')

const matches = (query: string) => window.matchMedia(query).matches

export function watchMedia(kind: SlideKind, onChange: () => void, signal: AbortSignal) {
  for (const query of [REDUCED_MOTION, SLIDES_WHERE[kind] ?? 'all']) {
    window.matchMedia(query).addEventListener('change', onChange, { signal })
  }
}

/** Resolves after `load`, so that the slider's script does not compete with what the page shows first. */
export async function pageLoaded() {
  if (document.readyState === 'complete') return
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
}

/** Also reports once at the start. */
export function watchVisibility(
  element: HTMLElement,
  onChange: (isNearView: boolean) => void,
  signal: AbortSignal,
) {
  const observer = new IntersectionObserver((entries) => onChange(entries.at(-1)?.isIntersecting ?? false), {
    rootMargin: NEAR_VIEW,
  })
  observer.observe(element)
  signal.addEventListener('abort', () => observer.disconnect())
}
