import { paths } from '#src/paths.ts'
import { Icon } from '../shared/icon.tsx'
import { Picture } from '../shared/picture.tsx'
import { StarRating } from '../shared/star-rating.tsx'
import {
  type BundledFacts,
  linePrice,
  lotNote,
  type OrderLineFacts,
  packsIn,
  unitWords,
  weightNote,
} from './placed-order.ts'

type OrderLinesProps = {
  lines: OrderLineFacts[]
  /** With the stars of what can be rated. */
  orderToken?: string
  scores?: ReadonlyMap<string, number>
}

export const OrderLines = ({ lines, orderToken, scores }: OrderLinesProps) => (
  <ul class="order-lines">
    {lines.map((line) => (
      <li class="order-line">
        <div class="order-line__picture">
          {line.isGiftCard ? <Icon name="gift" /> : <Picture name={line.picture ?? ''} sizes="72px" alt="" />}
        </div>
        <div class="order-line__words">
          <p class="order-line__name">{line.name}</p>
          <p class="order-line__detail">
            <span class="one-piece">{unitWords(line)}</span>
          </p>
          {line.contents ? (
            <BundleContents contents={line.contents} orderToken={orderToken} scores={scores} />
          ) : (
            <p class="order-line__detail">
              {line.isGiftCard ? (
                line.farm
              ) : (
                <a class="order-line__farm" href={paths.farm(line.vendor)}>
                  {line.farm}
                </a>
              )}
            </p>
          )}
          {line.lots?.map((lot) => (
            <p class="order-line__detail">{lotNote(lot)}</p>
          ))}
          {line.byWeight && <p class="order-line__detail">{weightNote(line)}</p>}
        </div>
        <p class="order-line__total">{linePrice(line)}</p>
        <LineStars line={line} orderToken={orderToken} score={scores?.get(line.slug)} />
      </li>
    ))}
  </ul>
)

type LineStarsProps = {
  line: Pick<OrderLineFacts, 'vendor' | 'slug' | 'name'>
  orderToken: string | undefined
  score: number | undefined
}

const LineStars = ({ line: { vendor, slug, name }, orderToken, score }: LineStarsProps) =>
  score === undefined ? null : (
    <div class="order-line__stars">
      <StarRating url={paths.rating(vendor, slug)} score={score} name={name} orderToken={orderToken} />
      <a class="order-line__more" href={paths.passportCut(vendor, slug)}>
        Notes<span class="visually-hidden">: {name}</span>
      </a>
    </div>
  )

type ContentsProps = {
  contents: BundledFacts[]
  orderToken: string | undefined
  scores: OrderLinesProps['scores']
}

const BundleContents = ({ contents, orderToken, scores }: ContentsProps) => (
  <ul class="order-line__contents">
    {contents.map((pack) => (
      <li class="order-line__detail">
        <Pack {...pack} />
        {pack.lots?.map((lot) => ` · ${lotNote(lot)}`)}
        <LineStars line={pack} orderToken={orderToken} score={scores?.get(pack.slug)} />
      </li>
    ))}
  </ul>
)

type PackProps = Pick<OrderLineFacts, 'quantity' | 'name' | 'label'>

/** Like `packWords`, but the quantity and the weight never wrap. */
export const Pack = ({ quantity, name, label }: PackProps) => (
  <>
    <span class="nowrap">{quantity} ×</span> {name}, <span class="one-piece">{label}</span>
  </>
)

export const unitsOf = (lines: OrderLineFacts[]) =>
  packsIn(lines).reduce((sum, { quantity }) => sum + quantity, 0)
