import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { BoxDifference } from '#src/fulfillment/box-difference.ts'
import { recalledWords } from '#src/fulfillment/recalled-words.ts'
import type { WaveBoxRow } from '#src/fulfillment/wave-boxes.ts'
import type { Wave } from '#src/fulfillment/waves.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'

type DifferencesProps = {
  center: FulfillmentCenter
  wave: Pick<Wave, 'id'>
  rows: WaveBoxRow[]
  /** Codes of recalled lots by order, for the rows that are shown. */
  recalled?: ReadonlyMap<number, string[]>
}

/** What its orders' slips no longer say right. These boxes can't be packed or shipped. */
export const WaveDifferences = ({ center, wave, rows, recalled }: DifferencesProps) =>
  rows.length === 0 ? null : (
    <section class="differences" aria-labelledby="differences">
      <h2 class="differences__title" id="differences">
        Changed since the wave was made
      </h2>
      <p class="desk__intro">
        {rows.length === 1 ? '1 box is' : `${rows.length} boxes are`} stopped. Take{' '}
        {rows.length === 1 ? 'it' : 'them'} out: orders that still ship go into the next wave with a new slip.
      </p>
      <ul class="differences__list">
        {rows.slice(0, MAX_DIFFERENCES).map((row) => (
          <Difference center={center} wave={wave} row={row} lots={recalled?.get(row.orderId) ?? []} />
        ))}
      </ul>
      {rows.length > MAX_DIFFERENCES && (
        <p>
          <a href={paths.wave(center.slug, wave.id, { state: 'stopped' })}>See all {rows.length}</a>
        </p>
      )}
    </section>
  )

export const MAX_DIFFERENCES = 20

type DifferenceProps = Pick<DifferencesProps, 'center' | 'wave'> & { row: WaveBoxRow; lots: string[] }

const Difference = ({ center, wave, row, lots }: DifferenceProps) => (
  <li class="difference">
    <p class="difference__who">
      <b>{row.identifier}</b>
      <span>{row.box?.delivery_name}</span>
    </p>
    <div class="difference__what">
      <p class="difference__why">{row.difference && WHY_WORDS[row.difference.why]}</p>
      {lots.length > 0 && <p class="difference__why">{recalledWords(lots)}</p>}
      {row.difference?.changes.map(({ was, now }) => (
        <p class="difference__change">
          {was !== '' && <del>{was}</del>} {now !== '' && <ins>{now}</ins>}
        </p>
      ))}
    </div>
    <Form method="post" action={paths.removeBoxes(center.slug, wave.id)}>
      <input type="hidden" name="order_tokens[]" value={row.token} />
      <button type="submit" class="button button--quiet button--small">
        Take out {row.identifier}
      </button>
    </Form>
  </li>
)

const WHY_WORDS: Record<BoxDifference['why'], string> = {
  canceled: 'Canceled. Don’t pack it; its packs are for sale again.',
  refunded: 'Refunded. Don’t pack it.',
  held: 'Held for review. It waits for the staff.',
  edited: 'Edited',
  gone: 'This order is no longer in the wave.',
}
