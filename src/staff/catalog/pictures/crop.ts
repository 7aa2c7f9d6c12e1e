export type Crop = { left: number; top: number; width: number; height: number }
type Size = { width: number; height: number }

export const CROPS = ['card', 'whole', 'own'] as const
export type CropKind = (typeof CROPS)[number]

const CARD_RATIO = 4 / 3

export type CropRead =
  | { ok: true; kind: CropKind; crop: Crop }
  | { ok: false; kind: CropKind; message: string }

/** In pixels of the picture, from its top left corner. Without a choice, the shape of a product card if that is wide enough. */
export function readCrop(given: Record<string, unknown>, size: Size, minWidth: number): CropRead {
  const card = middleOf(size)
  const usual = card.width < minWidth ? 'whole' : 'card'
  const kind = CROPS.find((known) => known === (given.crop || usual))
  if (!kind) return { ok: false, kind: 'card', message: 'Please choose how to crop it.' }
  if (kind === 'whole') return { ok: true, kind, crop: { left: 0, top: 0, ...size } }
  if (kind === 'card')
    return card.width < minWidth
      ? { ok: false, kind, message: tooNarrow(minWidth) }
      : { ok: true, kind, crop: card }
  const [left, top, width, height] = ['left', 'top', 'width', 'height'].map((name) => pixels(given[name]))
  if (left == null || top == null || width == null || height == null || width < 1 || height < 1)
    return { ok: false, kind, message: 'Please enter the crop in whole pixels.' }
  if (left + width > size.width || top + height > size.height)
    return {
      ok: false,
      kind,
      message: `The crop must be within the picture, which is ${size.width} × ${size.height} pixels.`,
    }
  if (width < minWidth) return { ok: false, kind, message: tooNarrow(minWidth) }
  if (height * MAX_RATIO < width || width * MAX_RATIO < height)
    return { ok: false, kind, message: 'Please keep one side at most four times the other.' }
  return { ok: true, kind, crop: { left, top, width, height } }
}

const tooNarrow = (minWidth: number) => `Please keep at least ${minWidth} pixels of width.`

export const MAX_RATIO = 4

const pixels = (typed: unknown): number | null =>
  /^\d{1,5}$/.test(String(typed ?? '').trim()) ? Number(typed) : null

/** The largest 4:3 part of its middle that is as wide as can be. */
function middleOf({ width, height }: Size): Crop {
  const wide = Math.min(width, Math.floor(height * CARD_RATIO))
  const high = Math.min(height, Math.floor(wide / CARD_RATIO))
  return {
    left: Math.floor((width - wide) / 2),
    top: Math.floor((height - high) / 2),
    width: wide,
    height: high,
  }
}
