import { personName } from '#src/accounts/person-name.ts'
import { counted } from '#src/counted.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import type { CustomerList, CustomerRow } from '#src/staff/customers.ts'
import { Pager } from '../catalog/pager.tsx'
import { DeskSearch } from '../fulfillment/desk-search.tsx'
import { shortMoment } from '../shared/local-time.ts'
import { CsvForm } from './csv-form.tsx'

export const CustomersPage = ({ list, typed }: { list: CustomerList; typed: string }) => (
  <>
    <header class="desk__head desk__head--row">
      <div>
        <h1 class="desk__title">Customers</h1>
        <p class="desk__intro">
          {typed
            ? `${counted(list.total, 'account matches', 'accounts match')}.`
            : `${counted(list.total, 'account', 'accounts')}, the newest first.`}
        </p>
      </div>
      <DeskSearch
        action={paths.staffCustomers()}
        id="customer_search"
        label="Name, email or phone"
        searched={typed}
      />
    </header>
    {list.total === 0 ? <Nobody /> : <Table rows={list.rows} />}
    {list.total > 0 && <CsvForm action={paths.staffCustomersCsv({ q: typed || undefined })} />}
    <Pager page={list.page} pages={list.pages} path={paths.staffCustomers({ q: typed })} />
  </>
)

const Nobody = () => (
  <section class="empty">
    <h2 class="empty__title">Nobody matches</h2>
    <p class="empty__words">
      Try the start of the email, part of the name, or the last 4 digits of the phone. A guest has no account.
    </p>
    <a class="button button--quiet" href={paths.staffCustomers()}>
      See all customers
    </a>
  </section>
)

const Table = ({ rows }: { rows: CustomerRow[] }) => (
  <section class="sheet" tabindex={0} aria-label="Customers">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Email</th>
          <th scope="col">Phone</th>
          <th scope="col" class="sheet__figure">
            Orders
          </th>
          <th scope="col">Member</th>
          <th scope="col">Since</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            <th scope="row">
              <a href={paths.staffCustomer(row.token)} data-turbo-prefetch="false">
                {personName(row)}
              </a>
            </th>
            <td class="sheet__reason">{row.email}</td>
            <td data-label="Phone">{row.phone}</td>
            <td class="sheet__figure" data-label="Orders">
              {row.orders}
            </td>
            <td data-label="Member">{row.isMember === 1 ? 'yes' : ''}</td>
            <td data-label="Since">{shortMoment(row.createdAt, SHOP_ZONE)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
