import type { Child } from 'hono/jsx'
import { usePage } from './page-facts.ts'

type FormProps = {
  action: string
  method: 'get' | 'post' | 'put' | 'delete'
  children?: Child
  class?: string
  id?: string
  novalidate?: boolean
  enctype?: 'multipart/form-data'
  /** For a cached fragment, the place that the page fills in. */
  token?: string | undefined
  [data: `data-${string}`]: string | undefined
}

/**
 * Browsers send only GET and POST, so PUT and DELETE are sent as `_method`. A broadcast form has no token; the page
 * adds its own on submit (controllers/support/form-token.ts).
 */
export function Form({ method, children, token, ...attributes }: FormProps) {
  const page = usePage()
  if (method === 'get') {
    return (
      <form method="get" {...attributes}>
        {children}
      </form>
    )
  }
  return (
    <form method="post" {...attributes}>
      {method !== 'post' && <input type="hidden" name="_method" value={method} />}
      {!page.isBroadcast && <AuthenticityToken value={token ?? page.token} />}
      {children}
    </form>
  )
}

export const AuthenticityToken = ({ value }: { value: string }) => (
  <input type="hidden" name="authenticity_token" value={value} />
)
