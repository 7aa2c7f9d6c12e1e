import { paths } from '#src/paths.ts'
import { usePage } from './page-facts.ts'

type RefusalProps = { status: number; message: string }

/** Says what went wrong, what it means, and where to go from here. */
export function RefusalPage({ status, message }: RefusalProps) {
  const { categories, store } = usePage()
  return (
    <section class="refusal">
      <p class="refusal__status">{status}</p>
      <h1 class="refusal__title">{message}</h1>
      <p class="refusal__advice">{advice(status)}</p>
      <p class="refusal__ways">
        <a class="button" href={paths.shop()}>
          Browse the shop
        </a>
        <a class="button button--quiet" href={paths.home()}>
          Start page
        </a>
      </p>
      {status === 404 && categories.length > 0 && (
        <nav class="refusal__shelves" aria-label="Shelves to browse">
          {categories.map((category) => (
            <a class="chip" href={paths.category(category.slug)}>
              {category.name}
            </a>
          ))}
        </nav>
      )}
      <p class="refusal__help">
        Still stuck? Write to <a href={`mailto:${store.email}`}>{store.email}</a> or call {store.phone}.
      </p>
    </section>
  )
}

function advice(status: number): string {
  if (status === 404)
    return 'The address may be mistyped, or the page has moved on. Your box is as you left it.'
  if (status === 403)
    return 'Pages that stay open for long lose their seal, and so do those from before you signed in or out elsewhere. Go back, reload, and send it again.'
  if (status === 429) return 'Nothing was changed by it. Your box is as you left it.'
  if (status >= 500) return 'We have written it down and will look at it. Your box is as you left it.'
  return 'Go back and check what you sent. Your box is as you left it.'
}
