import { formatDate } from '#src/day.ts'
import type { ListedLot } from '#src/stock/lot-list.ts'

/** With the farm for clerks, and with the center for the farm. */
type LotTableProps = { lots: ListedLot[]; who: 'clerk' | 'farmer' }

export const LotTable = ({ lots, who }: LotTableProps) => {
  if (lots.length === 0) return null
  const place = who === 'clerk' ? 'Farm' : 'Center'
  return (
    <>
      <h2 class="desk__section">Lots</h2>
      <section class="sheet" tabindex={0} aria-label="Lots">
        <table class="sheet__table sheet__table--cards">
          <thead>
            <tr>
              <th scope="col">Lot</th>
              <th scope="col">{place}</th>
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
                <td data-label={place}>{who === 'clerk' ? lot.farm : lot.center}</td>
                <td data-label="Packed">{lot.packedOn && formatDate(lot.packedOn)}</td>
                <td data-label="Best by">{formatDate(lot.bestBy)}</td>
                <td class="sheet__figure" data-label="Left">
                  {lot.unitsLeft}
                </td>
                <td class="sheet__figure" data-label="In boxes">
                  {lot.planned}
                </td>
                <td data-label="State">{STATES[lot.state]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

const STATES: Record<ListedLot['state'], string> = {
  open: 'For sale',
  expired: 'Too old, set aside',
  recalled: 'Recalled, set aside',
}
