import { raw } from 'hono/html'

type PageJsonProps = { id: string; value: unknown; [data: `data-${string}`]: string | undefined }

/** Data for the page's own scripts. Not executable, so the content policy lets it be; `<` cannot end it. */
export const PageJson = ({ id, value, ...data }: PageJsonProps) => (
  <script type="application/json" id={id} {...data}>
    {raw(JSON.stringify(value).replaceAll('<', '\\u003c'))}
  </script>
)
