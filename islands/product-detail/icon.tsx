/** @jsxImportSource react */
import { Outline } from '../shared/outline.tsx'

/** Outlines from Lucide (ISC license, https://lucide.dev/license), drawn on a 24 px grid. */
const outlines = {
  bin: 'M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2',
  minus: 'M5 12h14',
  plus: 'M5 12h14M12 5v14',
  truck:
    'M14 18V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v11a1 1 0 0 0 1 1h2M15 18H9M19 18h2a1 1 0 0 0 1-1v-3.65a1 1 0 0 0-.22-.624l-3.48-4.35A1 1 0 0 0 17.52 8H14M19 18a2 2 0 1 1-4 0a2 2 0 0 1 4 0zM9 18a2 2 0 1 1-4 0a2 2 0 0 1 4 0z',
} as const

export const Icon = ({ name }: { name: keyof typeof outlines }) => (
  <Outline strokeLinejoin="round">
    <path d={outlines[name]} />
  </Outline>
)
