import { paths } from '#src/paths.ts'
import { FirstBoxStrip } from '../catalog/first-box-strip.tsx'
import { usePage } from './page-facts.ts'
import { Phone } from './phone.tsx'

type RefusalProps = {
  status: number
  message: string
  /** The page with the form that was refused. */
  back: string | null
}

export const RefusalPage = (props: RefusalProps) => (
  <>
    <Refusal {...props} />
    {props.status === 404 && <FirstBoxStrip />}
  </>
)

function Refusal({ status, message, back }: RefusalProps) {
  const { categories, store } = usePage()
  return (
    <section class="refusal">
      <p class="refusal__status">{status}</p>
      <h1 class="refusal__title">{message}</h1>
      <p class="refusal__advice">{advice(status)}</p>
      <p class="refusal__ways">
        <BackToForm back={back} />
        <a class={back ? 'button button--quiet' : 'button'} href={paths.shop()}>
          Browse the shop
        </a>
        <a class="button button--quiet" href={paths.home()}>
          Go to the home page
        </a>
      </p>
      {status === 404 && categories.length > 0 && (
        <nav class="refusal__shelves" aria-label="Browse by category">
          {categories.map((category) => (
            <a class="chip" href={paths.category(category.slug)}>
              {category.name}
            </a>
          ))}
        </nav>
      )}
      <p class="refusal__help">
        Still stuck? Email <a href={`mailto:${store.email}`}>{store.email}</a> or call{' '}
        <Phone number={store.phone} />.
      </p>
    </section>
  )
}

export const BackToForm = ({ back }: Pick<RefusalProps, 'back'>) =>
  back && (
    <a class="button" href={back}>
      Back to the form
    </a>
  )

/** Refusals that have nothing to do with the shopper's box. */
const WITHOUT_BOX = [403, 409, 410]

function advice(status: number): string {
  if (WITHOUT_BOX.includes(status)) return refusalAdvice(status)
  if (status === 429) return "We didn't change anything, and your box is just as you left it."
  return `${refusalAdvice(status)} Your box is just as you left it.`
}

/** For the shop and the back office. */
export function refusalAdvice(status: number): string {
  if (status === 404) return 'The address may have a typo, or the page may have moved.'
  if (status === 403)
    return 'This can happen when a page has been open for a long time, or when you signed in or out in another tab. Go back, reload the page, and try again.'
  if (status === 429) return "We didn't change anything."
  if (status === 409) return 'Nothing was changed. Go back and reload that page to see where things stand.'
  if (status === 410) return 'Links in our emails end once they have been used or their time is up.'
  if (status === 413) return 'Please go back, choose smaller files or write less, and try again.'
  if (status >= 500) return "We've logged the problem and will look into it."
  return 'Please go back and check what you entered.'
}
