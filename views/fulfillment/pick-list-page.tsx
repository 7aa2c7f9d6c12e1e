import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { PickTotal } from '#src/fulfillment/pick-totals.ts'
import type { Wave } from '#src/fulfillment/waves.ts'
import { inPounds } from '#src/money.ts'
import { PrintHead } from './print-head.tsx'

type PickListPageProps = { center: FulfillmentCenter; wave: Wave; pick: PickTotal[]; sheets: number }

export const PickListPage = ({ center, wave, pick, sheets }: PickListPageProps) => (
  <>
    <PrintHead
      center={center}
      wave={wave}
      title="Pick list"
      sheets={sheets}
      words="for what is left to pack"
    />
    {pick.length === 0 ? (
      <section class="empty">
        <h2 class="empty__title">Nothing left to pick</h2>
        <p class="empty__words">Every box of this wave is packed or stopped.</p>
      </section>
    ) : (
      <section class="letter letter--flow" aria-labelledby="pick_list" tabindex={0}>
        <h2 id="pick_list" class="pick-list__title">
          Wave {wave.id}, pick list
        </h2>
        <table class="pick-list">
          <thead>
            <tr>
              <th scope="col">
                <span class="visually-hidden">Picked</span>
              </th>
              <th scope="col">Shelf</th>
              <th scope="col">Packs</th>
              <th scope="col">What</th>
              <th scope="col">Farm</th>
              <th scope="col">Lot</th>
              <th scope="col">Weight</th>
              <th scope="col">Boxes</th>
            </tr>
          </thead>
          <tbody>
            {pick.map((total) => (
              <tr>
                <td>
                  <div class="slip__tick" />
                </td>
                <td class="slip__shelf">{total.shelf}</td>
                <td>
                  <b>{total.quantity}</b>
                </td>
                <td>
                  {total.name}, {total.label}
                  {total.problem && <span class="slip__lot">{total.problem}</span>}
                </td>
                <td>{total.farm}</td>
                <td>{total.problem ? <del>{total.lot}</del> : total.lot}</td>
                <td>{inPounds(total.weight_grams)} lb</td>
                <td>{total.boxes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )}
  </>
)
