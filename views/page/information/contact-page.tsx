import { paths } from '#src/paths.ts'
import { usePage } from '../../shared/page-facts.ts'
import { Written } from '../../shared/written.tsx'
import { InformationPage } from './information-page.tsx'

/** @param address of the store, if it is configured */
export function ContactPage({ address }: { address: string | null }) {
  const { store, written } = usePage()
  return (
    <InformationPage title="Contact us" intro="A person reads what you write and answers it.">
      <Written text={written.pages.contact} />
      <h2>Email</h2>
      <p>
        <a href={`mailto:${store.email}`}>{store.email}</a>. If it's about an order, please add its number,
        which begins with DW.
      </p>
      <h2>Phone</h2>
      <p>
        <a href={`tel:${store.phone.replace(/[^+\d]/g, '')}`}>{unbroken(store.phone)}</a>
      </p>
      {address !== null && (
        <>
          <h2>Mail</h2>
          <address>
            {store.name}
            <br />
            {address}
          </address>
        </>
      )}
      <h2>Often quicker</h2>
      <ul>
        <li>
          <a href={paths.orders()}>Your orders</a>: change, move, cancel or follow a box, or tell us what went
          wrong
        </li>
        <li>
          <a href={paths.faq()}>Questions and answers</a>
        </li>
        <li>
          <a href={paths.corporateGifting()}>Corporate gifting</a>
        </li>
        <li>
          <a href={paths.dataRequest()}>Your personal data</a>
        </li>
      </ul>
    </InformationPage>
  )
}

/** With spaces and hyphens at which no line breaks. */
const unbroken = (phone: string) => phone.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011')
