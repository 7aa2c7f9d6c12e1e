import type { Child } from 'hono/jsx'
import { usePage } from './page-facts.ts'

type FormProps = {
  action: string
  method: 'get' | 'post' | 'put' | 'delete'
  children?: Child
  class?: string
  id?: string
  /** The server judges what is sent, in its own sentences. */
  novalidate?: boolean
  [data: `data-${string}`]: string | undefined
}

/**
 * A real form for any verb: browsers send only GET and POST, so PUT and DELETE travel as `_method`. One that comes as
 * news holds no token: it takes its page's when it is sent (controllers/support/form-token.ts).
 */
export function Form({ method, children, ...attributes }: FormProps) {
  const { token, isBroadcast } = usePage()
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
      {!isBroadcast && <AuthenticityToken value={token} />}
      {children}
    </form>
  )
}

/** What proves that a form came from one of our pages. */
export const AuthenticityToken = ({ value }: { value: string }) => (
  <input type="hidden" name="authenticity_token" value={value} />
)
