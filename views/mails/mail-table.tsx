import type { Child } from 'hono/jsx'
import type { Logo } from '#src/shop-settings/logo.ts'

/** Many mail programs ignore stylesheets, so emails use tables and inline styles. */
export const mailStyles = {
  page: 'margin:0;padding:0;background-color:#FBF7F0;color:#211A15;',
  sheet:
    'max-width:600px;margin:0 auto;padding:32px 20px;font-family:Inter,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;',
  logo: 'font-family:Fraunces,Georgia,serif;font-size:24px;font-weight:600;color:#7B2320;margin:0 0 24px;',
  title:
    'font-family:Fraunces,Georgia,serif;font-size:30px;line-height:1.15;font-weight:600;margin:0 0 12px;',
  subtitle: 'font-family:Fraunces,Georgia,serif;font-size:19px;font-weight:600;margin:32px 0 8px;',
  text: 'margin:0 0 12px;',
  small: 'margin:0;color:#5B5048;font-size:14px;',
  panel: 'background-color:#FFFFFF;border:1px solid #E6DCCD;border-radius:10px;padding:20px;margin:20px 0 0;',
  table: 'width:100%;border-collapse:collapse;',
  cell: 'padding:10px 0;border-bottom:1px solid #E6DCCD;text-align:left;vertical-align:top;font-weight:400;',
  sum: 'padding:4px 0;text-align:left;font-weight:400;',
  figure: 'text-align:right;white-space:nowrap;padding-left:16px;',
  total: 'padding:12px 0 0;font-weight:700;font-size:18px;text-align:left;',
  link: 'color:#7B2320;',
} as const

/** People who work with the shop get no words for shoppers. */
export type Reader = 'shopper' | 'staff'

type MailStore = {
  name: string
  email: string
  phone: string
  words?: { closing: string }
  logo?: Logo | null
}

type MailDocumentProps = { title: string; reader?: Reader | undefined; store: MailStore; children?: Child }

/** The owner's line and how to reach us; for staff, where the email comes from. */
export const lastLines = ({ name, email, phone, words }: MailStore, reader: Reader = 'shopper'): string[] =>
  reader === 'staff'
    ? [`The ${name} back office sent this to people who work with it.`]
    : [...ownLine(words?.closing), `Questions? Just reply, email us at ${email}, or call ${phone}.`]

/** As a paragraph, unless it's empty. */
export const ownLine = (line: string | undefined): string[] => (line ? [line] : [])

/** The one style sheet gives dark colors to the mail programs that read it. */
export const MailDocument = ({ title, reader, store, children }: MailDocumentProps) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <title>{title}</title>
      <style>{DARK}</style>
    </head>
    <body class="page" style={mailStyles.page}>
      <div style={mailStyles.sheet}>
        <p class="accent" style={mailStyles.logo}>
          {store.logo ? <LogoPicture logo={store.logo} /> : store.name}
        </p>
        {children}
        <LastLines lines={lastLines(store, reader)} phone={store.phone} />
      </div>
    </body>
  </html>
)

/** The number moves to the next line as a whole. */
const LastLines = ({ lines, phone }: { lines: string[]; phone: string }) => (
  <>
    {lines.slice(0, -1).map((line) => (
      <p style={`${mailStyles.text}margin-top:24px;`}>{line}</p>
    ))}
    <p class="soft" style={`${mailStyles.small}margin-top:32px;`}>
      {(lines.at(-1) ?? '').split(phone).map((words, nth) => (
        <>
          {nth > 0 && <span style="display:inline-block;">{phone}</span>}
          {words}
        </>
      ))}
    </p>
  </>
)

/** At half its size, so that it's sharp. Its colors keep it, or its alt text, readable in dark mode. */
const LogoPicture = ({ logo: { url, width, height, alt } }: { logo: Logo }) => (
  <img
    src={url}
    width={Math.round(width / 2)}
    height={Math.round(height / 2)}
    alt={alt}
    style="border:0;max-width:100%;height:auto;background-color:#FBF7F0;color:#7B2320;"
  />
)

const DARK = `@media (prefers-color-scheme: dark) {
  .page { background-color: #1B1511 !important; color: #F4EADB !important }
  .panel { background-color: #261E18 !important; border-color: #4A3D33 !important }
  .cell { border-color: #4A3D33 !important }
  .soft { color: #C9BBAB !important }
  .accent { color: #E79A8C !important }
}`
