import type { Store } from '#src/config/config.ts'

type BareRefusalProps = {
  status: number
  message: string
  /** The query of the address: a link to it alone leads to the same page again. */
  search: string
  stylesheet: string
  script: string
  store: Pick<Store, 'name' | 'email'>
}

/**
 * Read from no database. It is HTML, because Turbo shows nothing of a form's response in plain text. It tracks the same
 * files as every page, because Turbo reloads the form's page when those differ, and the message is lost.
 */
export const BareRefusalPage = ({ status, message, search, stylesheet, script, store }: BareRefusalProps) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${message} · ${store.name}`}</title>
      <meta name="robots" content="noindex" />
      <link rel="stylesheet" href={stylesheet} data-turbo-track="reload" />
      <script type="module" src={script} fetchpriority="low" data-turbo-track="reload" />
    </head>
    <body class="shop-page">
      <main class="wrap">
        <section class="refusal">
          <p class="refusal__status">{status}</p>
          <h1 class="refusal__title">{message}</h1>
          <p class="refusal__ways">
            <a class="button" href={search}>
              Try again
            </a>
          </p>
          <p class="refusal__help">
            Still stuck? Email <a href={`mailto:${store.email}`}>{store.email}</a>.
          </p>
        </section>
      </main>
    </body>
  </html>
)
