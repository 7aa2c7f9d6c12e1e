import type { Farm } from '#db/schema/index.ts'
import { counted } from '#src/counted.ts'
import { formatDate, formatDay } from '#src/day.ts'
import { paths } from '#src/paths.ts'
import type { Shelf, ShelfItem } from '#src/vendor/shelf.ts'
import { Pager } from '../catalog/pager.tsx'
import { Picture } from '../shared/picture.tsx'
import { farmPrice, proposedPrice } from './price-words.ts'

type ShelfPageProps = { farm: Farm; shelf: Shelf; name: string | null }

export const ShelfPage = ({ farm, shelf, name }: ShelfPageProps) => (
  <>
    <header class="farm-desk__head">
      <p>
        {farm.name}, {farm.town}, {farm.state}
      </p>
      <h1 class="farm-desk__title">{name ? `Hello, ${name}` : 'Your shelf'}</h1>
      <p>{summaryOf(shelf)}</p>
    </header>
    {shelf.total === 0 ? (
      <p>You don't sell anything here yet. Write to us, and we'll set up your first cut.</p>
    ) : (
      <ul class="shelf-list">
        {shelf.items.map((item) => (
          <Row farm={farm} item={item} />
        ))}
      </ul>
    )}
    <Pager page={shelf.page} pages={shelf.pages} path={paths.farmInventory(farm.slug)} />
  </>
)

function summaryOf({ items }: Shelf): string {
  const sold = items.reduce((sum, { soldInFourWeeks }) => sum + soldInFourWeeks, 0)
  const waiting = items.reduce((sum, item) => sum + item.waiting, 0)
  const people = waiting === 1 ? '1 person is' : `${waiting} people are`
  return `${counted(sold, 'pack', 'packs')} sold in the last four weeks.${waiting > 0 ? ` ${people} waiting for something you are out of.` : ''}`
}

const Row = ({ farm, item }: { farm: Farm; item: ShelfItem }) => (
  <li class={item.pausedAt === null ? 'shelf-list__row' : 'shelf-list__row shelf-list__row--paused'}>
    <span class="shelf-list__picture">
      {item.picture && <Picture name={item.picture} sizes="72px" alt="" />}
    </span>
    <div class="shelf-list__name">
      <h2 class="shelf-list__title">
        <a href={paths.farmOffer(farm.slug, item.token)}>{item.name}</a>
      </h2>
      <p>
        {item.label}, {farmPrice(item)}
        {proposedPrice(item)}
        {item.pausedAt !== null && '. Paused by you'}
      </p>
      {item.lots[0] && (
        <p>
          Oldest lot {item.lots[0].code}, best by {formatDate(item.lots[0].bestBy)}
        </p>
      )}
      {item.incoming[0] && (
        <p>
          {item.incoming[0].quantity} coming {formatDay(item.incoming[0].expectedOn, 'short')}
        </p>
      )}
    </div>
    <dl class="shelf-list__figures">
      <Fact name="On hand" value={item.onHand} />
      <Fact name="Reserved" value={item.reserved} />
      <Fact name="To sell" value={item.available} />
      <Fact name="Sold this week" value={item.soldInWeek} />
      <Fact name="In four weeks" value={item.soldInFourWeeks} />
      {item.waiting > 0 && <Fact name="Waiting" value={item.waiting} />}
    </dl>
  </li>
)

const Fact = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
