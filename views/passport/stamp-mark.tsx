import type { Day } from '#src/day.ts'
import { formatDate } from '#src/day.ts'
import type { Stamp } from '#src/passport/stamps.ts'

/** Makes lines look printed by a rubber stamp. Once a page. */
export const StampInk = () => (
  <svg class="stamp-ink" width="0" height="0" aria-hidden="true">
    <filter id="stamp_ink" x="-10%" y="-10%" width="120%" height="120%">
      <feTurbulence type="fractalNoise" baseFrequency=".9" numOctaves="2" seed="8" result="n" />
      <feColorMatrix in="n" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -1.5 1.62" result="m" />
      <feComposite in="SourceGraphic" in2="m" operator="in" result="c" />
      <feDisplacementMap in="c" in2="n" scale="1.6" />
    </filter>
  </svg>
)

type MarkProps = { stamp: Stamp; id: string; turn: number }

/** A shape by kind: round for a farm, oval for a state, a ticket for an animal, a shield for a cut. */
export const StampMark = ({ stamp, id, turn }: MarkProps) => (
  <svg class="stamp__mark" viewBox="-80 -66 160 132" aria-hidden="true">
    <g transform={`rotate(${turn})`} fill="currentColor" text-anchor="middle" filter="url(#stamp_ink)">
      <Shape stamp={stamp} id={id} />
    </g>
  </svg>
)

function Shape({ stamp, id }: Omit<MarkProps, 'turn'>) {
  switch (stamp.kind) {
    case 'farm':
      return <Round stamp={stamp} id={id} />
    case 'state':
      return <Oval stamp={stamp} />
    case 'species':
      return <Ticket stamp={stamp} />
    case 'cut':
      return <Shield stamp={stamp} />
  }
}

const LINE = { fill: 'none', stroke: 'currentColor' }

const Round = ({ stamp: { heading, name, on }, id }: Omit<MarkProps, 'turn'>) => (
  <>
    <circle r="60" {...LINE} stroke-width="2.6" />
    <circle r="55.5" {...LINE} stroke-width=".9" />
    <circle r="37" {...LINE} stroke-width="1.2" />
    <path id={`${id}_top`} d="M-43 0A43 43 0 0 1 43 0" fill="none" />
    <path id={`${id}_foot`} d="M-50 0A50 50 0 0 0 50 0" fill="none" />
    <text font-size="10.5" font-weight="640" letter-spacing=".6" {...within(name.length * 7.8, 130)}>
      <textPath href={`#${id}_top`} startOffset="50%">
        {name.toUpperCase()}
      </textPath>
    </text>
    <text font-size="9.5" font-weight="600" letter-spacing=".6" {...within(heading.length * 7, 130)}>
      <textPath href={`#${id}_foot`} startOffset="50%">
        {heading.toUpperCase()}
      </textPath>
    </text>
    <path class="stamp__sign" d="M-22 6-7-12 2-2 9-9 23 6Z" />
    <text y="22" font-size="8.5" font-weight="640">
      {shortDate(on)}
    </text>
  </>
)

const Oval = ({ stamp: { heading, name, on } }: { stamp: Stamp }) => (
  <>
    <ellipse rx="75" ry="42" {...LINE} stroke-width="2.5" />
    <ellipse rx="69.5" ry="36.5" {...LINE} stroke-width=".9" />
    <Words heading={heading} name={name} on={on} width={124} rows={[-15, 6, 22]} />
  </>
)

const Ticket = ({ stamp: { heading, name, on } }: { stamp: Stamp }) => (
  <>
    <rect x="-70" y="-36" width="140" height="72" rx="5" {...LINE} stroke-width="2.5" />
    <path d="M-70-16H70M-70 17H70" {...LINE} stroke-width="1" />
    <Words heading={heading} name={name} on={on} width={128} rows={[-22, 6.5, 30]} />
  </>
)

const Shield = ({ stamp: { heading, name, on } }: { stamp: Stamp }) => (
  <>
    <path d="M-52-56H52V10Q52 46 0 62-52 46-52 10Z" {...LINE} stroke-width="2.5" />
    <path d="M-46.500-50.500H46.500V9Q46.500 41 0 55.500-46.500 41-46.500 9Z" {...LINE} stroke-width=".9" />
    <path d="m0-29 3.600 7.300 8.100 1.100-5.900 5.600 1.400 8L0-10.800-7.200-7l1.400-8-5.900-5.600 8.100-1.100Z" />
    <Words heading={heading} name={name} on={on} width={88} rows={[-36, 13, 30]} />
  </>
)

type WordsProps = Omit<Stamp, 'kind'> & { width: number; rows: [number, number, number] }

const Words = ({ heading, name, on, width, rows: [top, middle, foot] }: WordsProps) => (
  <>
    <text
      y={top}
      font-size="9.5"
      font-weight="600"
      letter-spacing=".6"
      {...within(heading.length * 7, width - 16)}
    >
      {heading.toUpperCase()}
    </text>
    <text
      class="stamp__name"
      y={middle}
      font-size="15"
      font-weight="640"
      {...within(name.length * 8.2, width)}
    >
      {name}
    </text>
    <text y={foot} font-size="9" font-weight="600">
      {shortDate(on)}
    </text>
  </>
)

/** Long words are set tighter, so that they stay inside. */
const within = (estimate: number, width: number) =>
  estimate > width ? { textLength: String(width), lengthAdjust: 'spacingAndGlyphs' } : {}

const shortDate = (on: Day) => formatDate(on).toUpperCase()

export const NextStamp = ({ words }: { words: string }) => (
  <svg class="stamp__mark" viewBox="-80 -66 160 132" aria-hidden="true">
    <ellipse rx="72" ry="40" fill="none" stroke="currentColor" stroke-width="1.5" stroke-dasharray="4 5" />
    <text y="4" font-size="13" fill="currentColor" text-anchor="middle">
      {words}
    </text>
  </svg>
)
