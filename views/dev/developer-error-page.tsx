import type { FC } from 'hono/jsx'

export type SourceLine = { number: number; text: string; isFailing: boolean }

/** What a developer sees of a bug. It needs neither styles nor database, which may be what broke. */
export const DeveloperErrorPage: FC<{
  request: string
  error: string
  stack: string
  place: string | null
  lines: SourceLine[]
}> = ({ request, error, stack, place, lines }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{error}</title>
    </head>
    <body>
      <p>{request}</p>
      <h1>{error}</h1>
      {place && <h2>{place}</h2>}
      {lines.length > 0 && (
        <pre>
          {lines.map((line) => (
            <Line {...line} />
          ))}
        </pre>
      )}
      <h2>Stack</h2>
      <pre>{stack}</pre>
    </body>
  </html>
)

const Line: FC<SourceLine> = ({ number, text, isFailing }) => {
  const row = `${String(number).padStart(5)}  ${text}`
  return (
    <>
      {isFailing ? <mark>{row}</mark> : row}
      {'\n'}
    </>
  )
}
