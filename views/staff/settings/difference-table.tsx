import type { Difference } from '#src/shop-settings/typed.ts'

type DifferenceTableProps = { differences: Difference[]; heads: [before: string, after: string] }

export const DifferenceTable = ({ differences, heads }: DifferenceTableProps) =>
  differences.length === 0 ? (
    <p class="desk__intro">Nothing is different. Saving confirms the current values.</p>
  ) : (
    <section class="sheet" tabindex={0} aria-label="What is different">
      <table class="sheet__table sheet__table--narrow setting-table">
        <thead>
          <tr>
            <th scope="col">What</th>
            {heads.map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.map(({ label, before, after }) => (
            <tr>
              <th scope="row">{label}</th>
              <td class="setting-table__words">{before || 'nothing'}</td>
              <td class="setting-table__words">{after || 'nothing'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
