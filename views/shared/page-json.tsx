import { raw } from 'hono/html'

type PageJsonProps = { id: string; value: unknown; [data: `data-${string}`]: string | undefined }

/** Data for scripts. JSON is not executable, so the CSP allows it; escaping `<` keeps it from ending the element. */
export const PageJson = ({ id, value, ...data }: PageJsonProps) => (
  <script type="application/json" id={id} {...data}>
    {raw(JSON.stringify(value).replaceAll('<', '\\u003c'))}
  </script>
)
