import { paths } from '#src/paths.ts'
import type { ClaimCounts, ClaimList, ClaimRow, ClaimState } from '#src/staff/claims.ts'
import { Pager } from '../catalog/pager.tsx'
import { KIND_WORDS } from '../claims/claim-words.ts'

type ClaimsPageProps = { list: ClaimList; state: ClaimState; counts: ClaimCounts }

export const ClaimsPage = ({ list, state, counts }: ClaimsPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Claims</h1>
      <p class="desk__intro">What shoppers say went wrong with their boxes. One press makes it good.</p>
    </header>
    <nav class="flag-filters" aria-label="Filters">
      <ul class="chips">
        {(['open', 'answered'] as const).map((name) => (
          <li>
            <a
              class="chip"
              href={paths.staffClaims({ state: name })}
              aria-current={name === state ? 'true' : undefined}
            >
              {name === 'open' ? 'Open' : 'Answered'}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    {list.total === 0 ? <NoClaims /> : <ul class="flag-list">{list.rows.map(toRow)}</ul>}
    <Pager page={list.page} pages={list.pages} path={paths.staffClaims({ state })} />
    <h2 class="desk__section">Where claims of the last 12 months come from</h2>
    <section class="claim-counts" aria-label="Where claims come from">
      {counts.map(({ title, rows }) => (
        <table class="desk-table">
          <thead>
            <tr>
              <th scope="col">{title}</th>
              <th scope="col">Claims</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                <th scope="row">{row.name}</th>
                <td>{row.claims}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </section>
  </>
)

const NoClaims = () => (
  <section class="empty">
    <h2 class="empty__title">No claims here</h2>
    <p class="empty__words">When a shopper tells us what went wrong, it shows up here.</p>
  </section>
)

const toRow = (claim: ClaimRow) => (
  <li class="flag">
    <h2 class="flag__title">
      <a href={paths.staffClaim(claim.id)}>
        {KIND_WORDS[claim.kind]}: {claim.lines.map(({ name }) => name).join(', ')}
      </a>
    </h2>
    <p>
      Order <a href={paths.staffOrder(claim.orderToken)}>{claim.identifier}</a> ·{' '}
      {claim.carrier ?? 'No carrier'} · {claim.center} ·{' '}
      {claim.photos.length === 1 ? '1 photo' : `${claim.photos.length} photos`}
    </p>
  </li>
)
