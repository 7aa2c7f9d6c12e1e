import { assertDay, formatDate } from '#src/day.ts'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import { CARRIED_WORDS, ENTRY_WORDS } from '#src/farm-money/entry-words.ts'
import { periodTitle } from '#src/farm-money/periods.ts'
import type { StatementLine } from '#src/farm-money/statement-lines.ts'
import type { Statement } from '#src/farm-money/statements.ts'
import { exactPounds, formatCents } from '#src/money.ts'

type Reader = 'farm' | 'staff'

const OWED_WORDS: Record<Reader, { farm: string; shop: string }> = {
  farm: { farm: 'Owed to you', shop: 'Owed to us' },
  staff: { farm: 'Owed to the farm', shop: 'Owed to the shop' },
}

/** How a statement adds up to what is owed. */
export const StatementSums = ({ statement, reader }: { statement: Statement; reader: Reader }) => (
  <dl class="statement-sums">
    {sumsOf(statement)
      .filter(([, cents], index) => index === 0 || cents !== 0)
      .map(([words, cents]) => (
        <Sum words={words} cents={cents} />
      ))}
    <Sum
      words={OWED_WORDS[reader][statement.owedCents < 0 ? 'shop' : 'farm']}
      cents={Math.abs(statement.owedCents)}
      isTotal
    />
    {statement.closed && statement.owedCents > 0 && <Sum words="Paid out" cents={statement.paidCents} />}
  </dl>
)

const sumsOf = (statement: Statement): [words: string, cents: number][] => [
  ['Sold', statement.soldCents],
  ['Taken back: canceled or edited orders', statement.refundedCents],
  ['Short in the box', statement.shortCents],
  ['Weight differences', statement.weightCents],
  ['Given away by the shop', statement.givenCents],
  ['Claims', statement.claimCents],
  ['Commission', -statement.feeCents],
  [CARRIED_WORDS, statement.carriedCents],
]

type SumProps = { words: string; cents: number; isTotal?: boolean }

const Sum = ({ words, cents, isTotal = false }: SumProps) => (
  <div class={isTotal ? 'statement-sums__row statement-sums__row--total' : 'statement-sums__row'}>
    <dt>{words}</dt>
    <dd>{formatCents(cents)}</dd>
  </div>
)

/** Each line says which order, pack and lot it comes from. */
export const StatementLines = ({ lines }: { lines: StatementLine[] }) => (
  <section class="sheet" tabindex={0} aria-label="Lines">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Day</th>
          <th scope="col">What</th>
          <th scope="col">Pack</th>
          <th scope="col">Lots</th>
          <th scope="col" class="sheet__figure">
            Packs
          </th>
          <th scope="col" class="sheet__figure">
            Pounds
          </th>
          <th scope="col" class="sheet__figure">
            Sold
          </th>
          <th scope="col" class="sheet__figure">
            Commission
          </th>
          <th scope="col" class="sheet__figure">
            Owed
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line line={line} />
        ))}
      </tbody>
    </table>
  </section>
)

const Line = ({ line }: { line: StatementLine }) => (
  <tr>
    <th scope="row" class="sheet__code">
      {line.order}
    </th>
    <td data-label="Day">{formatDate(dayIn(SHOP_ZONE, line.at))}</td>
    <td data-label="What">
      {ENTRY_WORDS[line.kind]}
      {line.claimId !== null && ` ${line.claimId}`}
      {line.adjusts !== null && `, for ${periodTitle(line.adjusts)}`}
    </td>
    <td class="sheet__reason" data-label="Pack">
      {line.variety === null ? '' : `${line.variety}, ${line.offer}`}
    </td>
    <td data-label="Lots">{line.lots.replaceAll(',', ', ')}</td>
    <td class="sheet__figure" data-label="Packs">
      {line.units === 0 ? '' : line.units}
    </td>
    <td class="sheet__figure" data-label="Pounds">
      {line.grams === 0 ? '' : exactPounds(line.grams)}
    </td>
    <td class="sheet__figure" data-label="Sold">
      {formatCents(line.soldCents)}
    </td>
    <td class="sheet__figure" data-label="Commission">
      {line.feeCents === 0 ? '' : formatCents(line.feeCents)}
    </td>
    <td class="sheet__figure" data-label="Owed">
      {formatCents(line.soldCents - line.feeCents)}
    </td>
  </tr>
)

/** 'Closed December 2, 2026', or that it still changes. */
export const stateWords = ({ closed }: Statement): string =>
  closed
    ? `Closed on ${formatDate(dayIn(SHOP_ZONE, closed.at))}. It won't change: later changes to its orders go on the next open month.`
    : 'Open: it changes with its orders until we close the month.'

export const dayWords = (day: string): string => formatDate(assertDay(day))

export const downloadWords = (lines: number) =>
  lines === 1 ? 'Download the line as CSV' : `Download all ${lines} lines as CSV`
