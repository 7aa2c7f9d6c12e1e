import { missingPacks, type PackedLine } from '#src/fulfillment/packing-lines.ts'
import { exactPounds } from '#src/money.ts'
import { Icon } from '../shared/icon.tsx'

export const PackingList = ({ lines }: { lines: PackedLine[] }) =>
  lines.length === 0 ? null : (
    <ol class="pack__list">
      {lines.map((line) => (
        <li class={missingPacks(line) === 0 ? 'pack__line pack__line--done' : 'pack__line'}>
          {missingPacks(line) === 0 ? <Icon name="check" /> : <span class="pack__ring" aria-hidden="true" />}
          <span>
            {line.name}, {line.label}
            <small>{detail(line)}</small>
          </span>
          <b>
            {line.packages.length} / {line.quantity}
          </b>
        </li>
      ))}
    </ol>
  )

/** Shelf, farm, lots and weights, as far as they are known. */
function detail({ shelf, farm, packages }: PackedLine): string {
  const lots = [...new Set(packages.flatMap(({ lot }) => lot ?? []))]
  const weights = packages.flatMap(({ netGrams }) => (netGrams === null ? [] : `${exactPounds(netGrams)} lb`))
  return [
    ...(shelf ? [`Shelf ${shelf}`] : []),
    farm,
    ...(lots.length > 0 ? [`Lot ${lots.join(', ')}`] : []),
    ...weights,
  ].join(' · ')
}
