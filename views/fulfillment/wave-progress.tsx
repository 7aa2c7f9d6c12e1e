import type { WaveBoxState } from '#src/fulfillment/wave-boxes.ts'
import type { WaveCounts } from '#src/fulfillment/wave-states.ts'

const PARTS: [state: WaveBoxState, word: string][] = [
  ['shipped', 'Shipped'],
  ['packed', 'Packed'],
  ['to_pack', 'To pack'],
  ['stopped', 'Stopped'],
]

/** How much of the wave is done, as words, a bar and counts. */
export function WaveProgress({ counts }: { counts: WaveCounts }) {
  const total = counts.shipped + counts.packed + counts.to_pack + counts.stopped
  const done = counts.shipped + counts.packed
  return (
    <section class="wave-progress" aria-label="Progress">
      <p class="wave-progress__figure">
        <b>
          {done} of {total}
        </b>{' '}
        {total === 1 ? 'box' : 'boxes'} packed
        {done === total && total > 0 && '. That was the last one, thank you!'}
      </p>
      {total > 0 && <Bar counts={counts} total={total} />}
      <ul class="wave-progress__legend">
        {PARTS.map(([state, word]) => (
          <li class={`wave-progress__part wave-progress__part--${state}`}>
            {word} <b>{counts[state]}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Bar({ counts, total }: { counts: WaveCounts; total: number }) {
  let from = 0
  return (
    <svg class="wave-progress__bar" viewBox={`0 0 ${total} 1`} preserveAspectRatio="none" aria-hidden="true">
      {PARTS.map(([state]) => {
        const x = from
        from += counts[state]
        return <rect class={`wave-progress__share--${state}`} x={x} y="0" width={counts[state]} height="1" />
      })}
    </svg>
  )
}
