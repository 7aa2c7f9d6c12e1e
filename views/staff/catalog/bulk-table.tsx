import type { BulkRow } from '#db/schema/index.ts'
import { paths } from '#src/paths.ts'
import { usePage } from '../../shared/page-facts.ts'

export type ShownBulkRow = BulkRow & { label: string; unit?: string; isFar?: boolean }

export const BulkTable = ({ rows, label }: { rows: ShownBulkRow[]; label: string }) => (
  <section class="sheet" tabindex={0} aria-label={label}>
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            <th scope="row" class="sheet__code">
              <a href={PAGES[row.kind](row.key)}>{row.label}</a>
            </th>
            <td data-label="Field">{FIELD_WORDS[row.field]}</td>
            <td data-label="Before" class="sheet__words">
              <s>
                <Words row={row} value={row.before} />
              </s>
            </td>
            <td data-label="After" class="sheet__words">
              <b>
                <Words row={row} value={row.after} />
              </b>
              {row.isFar && <span class="stock__waiting">far from now</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const PAGES: Record<BulkRow['kind'], (key: string) => string> = {
  offer: (key) => paths.staffOffer(key),
  variety: (key) => paths.staffVariety(key),
  farm: (key) => paths.staffFarm(key),
}

const FIELD_WORDS: Record<BulkRow['field'], string> = {
  price: 'Price',
  hidden: 'Hidden',
  featured_rank: 'Place',
  badges: 'Badges',
  pictures: 'Pictures',
}

const Words = ({ row: { field, unit = '' }, value }: { row: ShownBulkRow; value: string }) => {
  const { findPicture } = usePage()
  if (field === 'price') return `$${value}${unit}`
  if (field !== 'badges' && field !== 'pictures') return value
  const names = (JSON.parse(value) as string[]).filter(Boolean)
  return field === 'badges'
    ? names.join(', ') || 'none'
    : names.map((name) => findPicture(name)?.alt ?? name).join('; ') || 'none'
}
