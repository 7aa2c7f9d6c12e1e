import type { Ctx } from '../accounts/guards.ts'

const HEADER = 'X-Current-Scale-Weight'
const MAX_GRAMS = 1_000_000
const WEIGHT = /^\d{1,7}(\.\d{1,3})?$/

type ScaleRead = { ok: true; grams: number | null } | { ok: false; message: string }

/** In grams, as the page's scripts send it (GND-7); null if there is no scale. */
export function readScaleWeight(c: Ctx): ScaleRead {
  const shown = c.req.header(HEADER)?.trim() ?? ''
  if (shown === '') return { ok: true, grams: null }
  const grams = WEIGHT.test(shown) ? Math.round(Number(shown)) : MAX_GRAMS + 1
  return grams <= MAX_GRAMS ? { ok: true, grams } : { ok: false, message: unreadable(shown) }
}

/** As it was typed, for the page that shows a refusal; '' if a field for numbers can't show it. */
export function typedScaleWeight(c: Ctx): string {
  const shown = c.req.header(HEADER)?.trim() ?? ''
  return WEIGHT.test(shown) ? shown : ''
}

const unreadable = (shown: string) =>
  `The scale shows "${shown.slice(0, 20)}". It must show grams, at most ${MAX_GRAMS.toLocaleString('en-US')}. Nothing was changed.`
