import type { WaveBox, WaveLine } from '#db/schema/index.ts'
import { formatDay } from '#src/day.ts'
import { placeOfBox } from '#src/fulfillment/box-difference.ts'
import { noteLines, saysAtMost } from '#src/fulfillment/slip-layout.ts'
import type { PrintedPart } from '#src/fulfillment/slips.ts'
import { formatCents, inPounds } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { cityLine } from '#src/postal/place.ts'
import type { Packaging } from '#src/shipping/packaging.ts'
import { Logo } from '../shared/logo.tsx'
import { usePage } from '../shared/page-facts.ts'
import { Code128 } from './code128.tsx'

/** 3 by 0.6 inches. */
const PRINTED = { width: 288, height: 58 }

/** A gift's slip has no prices. What people typed is isolated, so that its direction doesn't turn the rest. */
type SlipProps = PrintedPart & { where: string; packaging: Packaging | null }

export function PackingSlip({ slip, lines, part, parts, where, packaging }: SlipProps) {
  const { store, appUrl } = usePage()
  const { box } = slip
  return (
    <section class="slip" aria-label={`Slip of ${box.identifier}`}>
      <header class="slip__head">
        <div>
          <p class="slip__logo">
            <Logo within={PRINTED} />
          </p>
          <p>
            Meet our farms at {new URL(appUrl).host}
            {paths.shopFarms()}
          </p>
        </div>
        <div class="slip__code">
          <Code128 bars={slip.bars} />
          <p>
            <b>{slip.code}</b>
            <span>
              {where}
              {parts > 1 && `, sheet ${part} of ${parts}`}
            </span>
          </p>
        </div>
      </header>
      {part === 1 && <SlipPlace box={box} packaging={packaging} />}
      {lines.length > 0 && (
        <SlipLines lines={lines} hasShelves={lines.some(({ shelf }) => shelf)} hasPrices={!box.gift_order} />
      )}
      {part === parts && (
        <>
          {box.gift_message !== '' && <SlipNote message={box.gift_message} />}
          <footer class="slip__foot">
            <p>
              Frozen hard and packed in dry ice. Thaw in the refrigerator. Don’t touch the ice with bare
              hands; let it vanish in a room with a window open. Something wrong? {store.email} or{' '}
              {store.phone}.
              {saysAtMost(box, slip.lines) &&
                ' What’s sold by weight costs at most the price above. The email we send after packing has the final price.'}
            </p>
            <SlipSums slip={slip} />
          </footer>
        </>
      )}
    </section>
  )
}

const SlipPlace = ({ box, packaging }: { box: WaveBox; packaging: Packaging | null }) => (
  <dl class="slip__to">
    <div>
      <dt>{box.gift_order ? 'A gift for' : 'For'}</dt>
      <dd>
        {box.gift_recipient_name !== '' && box.gift_recipient_name !== box.delivery_name && (
          <bdi>{box.gift_recipient_name}</bdi>
        )}
        <bdi>{box.delivery_name}</bdi>
        <span>
          <bdi>{box.delivery_street_address_1}</bdi>
        </span>
        {box.delivery_street_address_2 !== '' && (
          <span>
            <bdi>{box.delivery_street_address_2}</bdi>
          </span>
        )}
        <span>{cityLine(placeOfBox(box))}</span>
      </dd>
    </div>
    <div>
      <dt>Arrives</dt>
      <dd>
        {formatDay(box.arrival_date, 'short')}
        <span>Ships {formatDay(box.ship_on, 'short')}</span>
        {box.expedited && <span>Expedited</span>}
      </dd>
    </div>
    {packaging && (
      <div>
        <dt>Pack in</dt>
        <dd>
          Box {packaging.boxSize}
          <span>{inPounds(packaging.dryIceGrams)} lb of dry ice</span>
        </dd>
      </div>
    )}
  </dl>
)

type SlipLinesProps = { lines: WaveLine[]; hasShelves: boolean; hasPrices: boolean }

const SlipLines = ({ lines, hasShelves, hasPrices }: SlipLinesProps) => (
  <table class="slip__lines">
    <thead>
      <tr>
        <th scope="col">
          <span class="visually-hidden">Packed</span>
        </th>
        {hasShelves && <th scope="col">Shelf</th>}
        <th scope="col">Packs</th>
        <th scope="col">What</th>
        <th scope="col">Farm</th>
        <th scope="col" class="slip__end">
          Weight
        </th>
        {hasPrices && (
          <th scope="col" class="slip__end">
            Price
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <tr>
          <td>
            <div class="slip__tick" />
          </td>
          {hasShelves && <td class="slip__shelf">{line.shelf}</td>}
          <td>
            <b>{line.quantity}</b>
          </td>
          <td>
            <bdi>
              {line.name}, {line.label}
            </bdi>
          </td>
          <td>
            <bdi>{line.farm}</bdi>
            <SlipLots line={line} />
          </td>
          <td class="slip__end">{inPounds(line.quantity * line.unit_grams)} lb</td>
          {hasPrices && (
            <td class="slip__end">
              {line.at_most && <span class="slip__lot">at most</span>}
              {line.line_cents === 0 ? 'Free' : formatCents(line.line_cents)}
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

/** The lots that the wave planned, with the day of packing or, without one, of the harvest. */
const SlipLots = ({ line: { lots = [], quantity } }: { line: WaveLine }) => (
  <>
    {lots.map(({ lot, pack_date, harvest_date, quantity: units }) => {
      const day = pack_date ?? harvest_date
      return (
        <span class="slip__lot">
          {units < quantity && `${units} of `}lot {lot}
          {day && `, ${pack_date ? 'packed' : 'harvested'} ${formatDay(day, 'date')}`}
        </span>
      )
    })}
  </>
)

const SlipNote = ({ message }: { message: string }) => (
  <blockquote class="slip__note">
    {noteLines(message).map((line) => (
      <p dir="auto">{line}</p>
    ))}
  </blockquote>
)

/** As they are now: what was not on the shelf isn't paid for. */
function SlipSums({ slip: { box, lines, row } }: { slip: PrintedPart['slip'] }) {
  const { totals } = row
  const packs = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const grams = lines.reduce((sum, { quantity, unit_grams }) => sum + quantity * unit_grams, 0)
  const weight = `${packs === 1 ? '1 pack' : `${packs} packs`}, ${inPounds(grams)} lb`
  if (box.gift_order)
    return (
      <p class="slip__weight">
        <b>{weight}</b>
      </p>
    )
  return (
    <dl class="slip__sums">
      <Sum name={weight} cents={totals.itemsCents ?? 0} />
      {(totals.promotionsCents ?? 0) > 0 && <Sum name="Promotion" cents={-(totals.promotionsCents ?? 0)} />}
      {(totals.rewardsCents ?? 0) > 0 && <Sum name="Reward" cents={-(totals.rewardsCents ?? 0)} />}
      <Sum name="Delivery" cents={totals.shippingCents ?? 0} />
      {box.tax_cents > 0 && <Sum name="Tax" cents={totals.taxCents ?? 0} />}
      {(totals.giftCents ?? 0) > 0 && (
        <Sum name="Gift card or store credit" cents={-(totals.giftCents ?? 0)} />
      )}
      <Sum name={saysAtMost(box, lines) ? 'Charged at most' : 'Charged'} cents={totals.totalCents ?? 0} />
    </dl>
  )
}

const Sum = ({ name, cents }: { name: string; cents: number }) => (
  <>
    <dt>{name}</dt>
    <dd>{formatCents(cents)}</dd>
  </>
)
