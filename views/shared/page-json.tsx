import { raw } from 'hono/html'

/** Data for the page's own scripts. Not executable, so the content policy lets it be; `<` cannot end it. */
export const PageJson = ({ id, value }: { id: string; value: unknown }) => (
  <script type="application/json" id={id}>
    {raw(JSON.stringify(value).replaceAll('<', '\\u003c'))}
  </script>
)
