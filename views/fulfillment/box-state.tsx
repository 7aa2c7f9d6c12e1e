import type { BoxState } from '#src/fulfillment/board-filters.ts'
import { Icon, type IconName } from '../shared/icon.tsx'

type Mark = { word: string; icon: IconName | 'ring' | 'part-ring'; tone?: 'held' | 'wait' | 'stop' | 'done' }

const MARKS: Record<BoxState, Mark> = {
  held: { word: 'Held', icon: 'pause', tone: 'held' },
  weather: { word: 'Weather', icon: 'storm', tone: 'held' },
  late: { word: 'Late', icon: 'clock', tone: 'stop' },
  check_address: { word: 'Check address', icon: 'place', tone: 'wait' },
  ready: { word: 'Ready', icon: 'ring' },
  in_wave: { word: 'In a wave', icon: 'part-ring' },
  shipped: { word: 'Shipped', icon: 'truck', tone: 'done' },
}

/** A shape and a word, so that nothing depends on color. */
export function BoxStateMark({ state, waveId }: { state: BoxState; waveId: number | null }) {
  const { word, icon, tone } = MARKS[state]
  return (
    <span class={tone ? `box-state box-state--${tone}` : 'box-state'}>
      {icon === 'ring' || icon === 'part-ring' ? (
        <span class={`box-state__${icon}`} aria-hidden="true" />
      ) : (
        <Icon name={icon} />
      )}
      {state === 'in_wave' ? `In wave ${waveId}` : word}
    </span>
  )
}
