import { formatDay } from '#src/day.ts'
import type { ListedLot } from '#src/stock/lot-list.ts'

/** With the farm for clerks, and with the center for the farm. */
type LotTableProps = { lots: ListedLot[]; who: 'clerk' | 'farmer' }

export const LotTable = ({ lots, who }: LotTableProps) =>
  lots.length === 0 ? null : (
    <>
      <h2 class="desk__section">Lots</h2>
      <section class="sheet" tabindex={0} aria-label="Lots">
        <table class="sheet__table">
          <thead>
            <tr>
              <th scope="col">Lot</th>
              <th scope="col">{who === 'clerk' ? 'Farm' : 'Center'}</th>
              <th scope="col">Packed</th>
              <th scope="col">Best by</th>
              <th scope="col" class="sheet__figure">
                Left
              </th>
              <th scope="col" class="sheet__figure">
                In boxes
              </th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {lots.map((lot) => (
              <tr>
                <th scope="row">{lot.code}</th>
                <td>{who === 'clerk' ? lot.farm : lot.center}</td>
                <td>{lot.packedOn && formatDay(lot.packedOn, 'short')}</td>
                <td>{formatDay(lot.bestBy, 'short')}</td>
                <td class="sheet__figure">{lot.unitsLeft}</td>
                <td class="sheet__figure">{lot.planned}</td>
                <td>{STATES[lot.state]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )

const STATES: Record<ListedLot['state'], string> = {
  open: 'For sale',
  expired: 'Too old, set aside',
  recalled: 'Recalled, set aside',
}
