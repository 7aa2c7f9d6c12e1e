import { formatDate } from '#src/day.ts'
import type { Part } from '#src/passport/passport.ts'
import type { Stamp, StampKind } from '#src/passport/stamps.ts'
import { cacheFragments } from '../shared/cached-fragments.ts'
import { usePage } from '../shared/page-facts.ts'
import { NextStamp, StampInk, StampMark } from './stamp-mark.tsx'

/** The badges that are chosen, in the address. */
export function passportPath(path: string, badges: string[]): string {
  const query = new URLSearchParams(badges.map((name) => ['badge', name]))
  return query.size > 0 ? `${path}?${query}` : path
}

type StampLeafProps = { leaf: Part<Stamp>; next: string[]; path: string }

/** The drawings repeat the words beside them, which readers get. */
export const StampLeaf = ({ leaf, next, path }: StampLeafProps) => (
  <section class="stamp-leaf" aria-labelledby="stamps">
    <h2 class="visually-hidden" id="stamps">
      Stamps
    </h2>
    <Stamps stamps={leaf.items} next={leaf.page === leaf.pages ? next : []} />
    <TurnLeaf leaf={leaf} path={path} />
  </section>
)

type StampsProps = { stamps: Stamp[]; next: string[] }

/** Drawn once: people come back to the same stamps. */
const stampsFragment = cacheFragments<StampsProps>(
  (props) => `stamps ${JSON.stringify(props)}`,
  (props) => `${<DrawnStamps {...props} />}`,
)

const Stamps = (props: StampsProps) => usePage().pieces.place(stampsFragment(props))

const DrawnStamps = ({ stamps, next }: StampsProps) => (
  <>
    <StampInk />
    <ul class="stamps">
      {stamps.map((stamp, index) => (
        <li class={`stamp stamp--${stamp.kind}`}>
          <StampMark stamp={stamp} id={`stamp_${index}`} turn={TURNS[index % TURNS.length] ?? 0} />
          <span class="visually-hidden">{wordsOf(stamp)}</span>
        </li>
      ))}
      {next.map((words) => (
        <li class="stamp stamp--next">
          <NextStamp words={words} />
          <span class="visually-hidden">{words}</span>
        </li>
      ))}
    </ul>
  </>
)

const TURNS = [-9, 6, -5, 4, 8, -7, -4, 5]

const KIND_WORDS: Record<StampKind, string> = {
  farm: 'Farm',
  state: 'State',
  species: 'Animal',
  cut: 'Cut',
}

const wordsOf = ({ kind, heading, name, on }: Stamp) =>
  `${KIND_WORDS[kind]}: ${name}${kind === 'farm' || kind === 'cut' ? `, ${heading}` : ''}. First on ${formatDate(on)}.`

function TurnLeaf({ leaf: { page, pages }, path }: Pick<StampLeafProps, 'leaf' | 'path'>) {
  if (pages < 2) return null
  const hrefOf = (to: number) => `${path}${path.includes('?') ? '&' : '?'}leaf=${to}`
  return (
    <nav class="leaf-turn" aria-label="Stamps">
      {page > 1 && (
        <a rel="prev" href={hrefOf(page - 1)}>
          Back
        </a>
      )}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages && (
        <a rel="next" href={hrefOf(page + 1)}>
          Turn the page
        </a>
      )}
    </nav>
  )
}
