/** Scanners need white on both sides: ten times the thinnest bar. */
const QUIET_UNITS = 10

/** A Code 128 as a drawing that prints sharp at any size. Its text stands below, by the caller. */
export function Code128({ bars }: { bars: number[] }) {
  const width = bars.reduce((sum, bar) => sum + bar, 0) + 2 * QUIET_UNITS
  return (
    <svg class="code128" viewBox={`0 0 ${width} 1`} preserveAspectRatio="none" aria-hidden="true">
      <path d={pathOf(bars)} />
    </svg>
  )
}

/** Every other width is a bar. */
function pathOf(bars: number[]): string {
  let x = QUIET_UNITS
  const parts = bars.map((width, index) => {
    const from = x
    x += width
    return index % 2 === 0 ? `M${from} 0h${width}v1h-${width}z` : ''
  })
  return parts.join('')
}
