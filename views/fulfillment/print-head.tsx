import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { Wave } from '#src/fulfillment/waves.ts'
import { paths } from '#src/paths.ts'

type PrintHeadProps = { center: FulfillmentCenter; wave: Wave; title: string; sheets: number; words?: string }

/** Stays on the screen. Without scripts, the browser's own menu prints. */
export const PrintHead = ({ center, wave, title, sheets, words }: PrintHeadProps) => (
  <header class="desk__head desk__head--row print-head">
    <div>
      <p class="trail">
        <a href={paths.wave(center.slug, wave.id)}>Wave {wave.id}</a>
      </p>
      <h1 class="desk__title">{title}</h1>
      <p class="desk__intro">
        {sheetCount(sheets)} of letter paper{words && `, ${words}`}.
      </p>
    </div>
    {sheets > 0 && (
      <button type="button" class="button" data-controller="print" data-action="print#print">
        Print {sheetCount(sheets)}
      </button>
    )}
  </header>
)

export const sheetCount = (sheets: number) => (sheets === 1 ? '1 sheet' : `${sheets} sheets`)
