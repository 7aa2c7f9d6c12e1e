import type { BulkEdit } from '#db/schema/index.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import { formatShortMoment } from '../../shared/local-time.ts'

export const BulkEditsPage = ({ edits }: { edits: BulkEdit[] }) => (
  <>
    <header class="desk__head">
      <p class="trail">
        <a href={paths.staffCatalog()}>Catalog</a>
      </p>
      <h1 class="desk__title">Bulk edits</h1>
      <p class="desk__intro">The newest first. Each can be undone until something else changes its items.</p>
    </header>
    {edits.length === 0 ? (
      <section class="empty">
        <h2 class="empty__title">No bulk edits yet</h2>
        <p class="empty__words">Check offers in the catalog, or filter it, then edit them together.</p>
        <a class="button button--quiet" href={paths.staffCatalog()}>
          See all offers
        </a>
      </section>
    ) : (
      <section class="sheet" tabindex={0} aria-label="Bulk edits">
        <table class="sheet__table sheet__table--cards">
          <thead>
            <tr>
              <th scope="col">Edit</th>
              <th scope="col">When</th>
              <th scope="col" class="sheet__figure">
                Items
              </th>
              <th scope="col">Status</th>
            </tr>
          </thead>
          <tbody>
            {edits.map(({ token, title, madeAt, rows, undoneAt }) => (
              <tr>
                <th scope="row" class="sheet__code">
                  <a href={paths.madeBulkEdit(token)}>{title}</a>
                </th>
                <td data-label="When">{formatShortMoment(madeAt, SHOP_ZONE)}</td>
                <td data-label="Items" class="sheet__figure">
                  {rows.length}
                </td>
                <td data-label="Status">{undoneAt === null ? 'Applied' : 'Undone'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )}
  </>
)
