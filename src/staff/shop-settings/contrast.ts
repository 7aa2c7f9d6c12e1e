/** WCAG 2.2, 1.4.3: what text needs against what it stands on. */
export const NEEDED = 4.5

/** From 1 to 21. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

export type Pair = { what: string; text: string; ground: string }

const WHITE = '#ffffff'
/** `--soft-ink` and `--moss` in public/styles/tokens.css, which no setting changes. */
const SOFT_INK = '#5b5048'
const MOSS = '#40593b'

type Colors = { accent: string; ink: string; paper: string }

export const pairsOf = ({ accent, ink, paper }: Colors): Pair[] => [
  { what: 'Text on the page', text: ink, ground: paper },
  { what: 'Text on cards', text: ink, ground: WHITE },
  { what: 'Small text on the page', text: SOFT_INK, ground: paper },
  { what: 'Green text on the page', text: MOSS, ground: paper },
  { what: 'Links on the page', text: accent, ground: paper },
  { what: 'Links on cards', text: accent, ground: WHITE },
  { what: 'Words on buttons', text: paper, ground: accent },
]
