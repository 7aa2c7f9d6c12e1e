import type { Farm } from '#db/schema/index.ts'
import { formatDay } from '#src/day.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import type { FarmMovement, listMovements, ShelfItem } from '#src/vendor/shelf.ts'
import { Pager } from '../catalog/pager.tsx'
import { Alert } from '../shared/alert.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { LotTable } from '../shared/lot-table.tsx'
import type { RefusedForm } from '../shared/refused-form.ts'
import { OfferForms } from './offer-forms.tsx'
import { farmPrice, proposedPrice } from './price-words.ts'

type OfferPageProps = {
  farm: Farm
  item: ShelfItem
  ledger: ReturnType<typeof listMovements>
  /** Of the form that announces units. */
  press: string
  problem: string | undefined
  /** Opens again with what was typed. */
  refused: RefusedForm | null
}

export const OfferPage = ({ farm, item, ledger, press, problem, refused }: OfferPageProps) => (
  <>
    <header class="farm-desk__head">
      <p class="trail">
        <a href={paths.farmInventory(farm.slug)}>Your shelf</a>
      </p>
      <h1 class="farm-desk__title">
        {item.name}, {item.label}
      </h1>
      <p>
        {farmPrice(item)}
        {proposedPrice(item)}.{' '}
        {item.pausedAt === null ? `${item.available} to sell.` : 'Paused, so nobody can buy it.'}
      </p>
    </header>
    {problem && <Alert takesFocus>{problem}</Alert>}
    <section class="sheet" tabindex={0} aria-label="Centers">
      <table class="sheet__table sheet__table--narrow">
        <thead>
          <tr>
            <th scope="col">Center</th>
            <th scope="col" class="sheet__figure">
              On hand
            </th>
            <th scope="col" class="sheet__figure">
              Reserved
            </th>
          </tr>
        </thead>
        <tbody>
          {item.centers.map(({ name, onHand, reserved }) => (
            <tr>
              <th scope="row">{name}</th>
              <td class="sheet__figure">{onHand}</td>
              <td class="sheet__figure">{reserved}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    {item.incoming.length > 0 && (
      <ul class="low-stock">
        {item.incoming.map(({ quantity, expectedOn }) => (
          <li class="low-stock__offer">
            {quantity} coming {formatDay(expectedOn, 'long')}
          </li>
        ))}
      </ul>
    )}
    <OfferForms farm={farm} item={item} press={press} refused={refused} />
    <LotTable lots={item.lots} who="farmer" />
    <h2 class="desk__section">Every movement</h2>
    <Movements ledger={ledger} />
    <Pager page={ledger.page} pages={ledger.pages} path={paths.farmOffer(farm.slug, item.token)} />
  </>
)

const KINDS: Record<FarmMovement['reason'], string> = {
  received: 'Received',
  sold: 'Sold',
  returned: 'Put back',
  adjusted: 'Adjusted',
  expired: 'Expired',
  recalled: 'Recalled',
}

const Movements = ({ ledger }: Pick<OfferPageProps, 'ledger'>) => (
  <section class="sheet" tabindex={0} aria-label="Movements">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Where</th>
          <th scope="col">What</th>
          <th scope="col" class="sheet__figure">
            Change
          </th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {ledger.movements.map(({ at, center, reason, delta, note }) => (
          <tr>
            <td>{formatMoment(at, SHOP_ZONE)}</td>
            <td data-label="Where">{center}</td>
            <td data-label="What">{KINDS[reason]}</td>
            <td class="sheet__figure" data-label="Change">
              {delta < 0 ? `−${-delta}` : `+${delta}`}
            </td>
            <td class="sheet__reason">{note}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
