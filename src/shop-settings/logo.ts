/** On a shop's pages and in its emails, in place of its name. */
export type Logo = {
  path: string
  /** Absolute, for emails. */
  url: string
  width: number
  height: number
  /** What it says, to people who can't see it. */
  alt: string
}

export type Size = { width: number; height: number }

export const LOGO_SIZE: Size = { width: 600, height: 200 }

/** 'logo-<content hash>-600x180', as settings keep it. Its file is a PNG, which all mail programs show. */
export const logoName = (hash: string, { width, height }: Size): string => `logo-${hash}-${width}x${height}`

const NAME = /^logo-([0-9a-f]{32})-(\d{1,3})x(\d{1,3})$/

export const isLogoName = (name: string): boolean => NAME.test(name)

export const logoFile = (name: string): string => `${name}.png`

/** '600 × 180 pixels (3f9a1c)'. The hash tells apart two logos of the same size. */
export function logoWords(name: string): string {
  const [, hash = '', width, height] = NAME.exec(name) ?? []
  return hash === '' ? 'none' : `${width} × ${height} pixels (${hash.slice(0, 6)})`
}

/** Null for no name, or one that isn't a logo's. */
export function logoOf(name: string, alt: string, appUrl: string): Logo | null {
  const [, , width, height] = NAME.exec(name) ?? []
  if (width === undefined || height === undefined) return null
  const path = `/pictures/${logoFile(name)}`
  return { path, url: appUrl + path, width: Number(width), height: Number(height), alt }
}

/** Scaled down to fit, but never up. */
export function fitted({ width, height }: Size, within: Size): Size {
  const scale = Math.min(1, within.width / width, within.height / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
