import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { paths } from '#src/paths.ts'
import type { PageHead } from '#src/web/page.tsx'
import { cacheFragments } from '../shared/cached-fragments.ts'
import { type PageFacts, pageTitle, usePage } from '../shared/page-facts.ts'
import { TOKEN_SLOT } from '../shared/page-fragments.ts'

type DocumentProps = { head: PageHead; kind: 'shop' | 'checkout' | 'back-office'; children?: Child }

export function Document({ head, kind, children }: DocumentProps) {
  const page = usePage()
  const { assets, cableUrl, others, store } = page
  const isFullLoad = kind === 'checkout' || head.isFullLoad === true
  const links = { assets, cableUrl, others, theme: store.theme, styles: head.styles, kind, isFullLoad }
  const title = pageTitle(head.title, page)
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        {page.pieces.place(linksFragment(links))}
        <Metadata head={head} title={title} appUrl={page.appUrl} store={store} />
      </head>
      <body class={`${kind}-page`} data-controller="tidy-address">
        {children}
      </body>
    </html>
  )
}

type LinkFacts = Pick<PageFacts, 'assets' | 'cableUrl' | 'others'> &
  Pick<PageHead, 'styles'> & { theme: string | null; kind: DocumentProps['kind']; isFullLoad: boolean }

/** `npm run dev` renames them while the server runs. */
const OWN_FILES = [
  'application.css',
  'application.js',
  'back-office.css',
  'first-box.css',
  'orders.css',
  'passport.css',
  'gift-cards.css',
  'farms.css',
]

/** The same on all pages of a kind. */
const linksFragment = cacheFragments<LinkFacts>(
  ({ assets, ...facts }) =>
    JSON.stringify([facts, assets.scripts, OWN_FILES.map((name) => assets.url(name))]),
  (facts) => `${<Links {...facts} />}`,
)

const Links = ({ kind, styles, theme, isFullLoad, assets, cableUrl, others }: LinkFacts) => (
  <>
    <link
      rel="preload"
      href={assets.url('fraunces-basic.woff2')}
      as="font"
      type="font/woff2"
      crossorigin="anonymous"
    />
    <link
      rel="preload"
      href={assets.url('inter-basic.woff2')}
      as="font"
      type="font/woff2"
      crossorigin="anonymous"
    />
    <link rel="stylesheet" href={assets.url('application.css')} data-turbo-track="reload" />
    {theme && kind !== 'back-office' && (
      <link rel="stylesheet" href={paths.theme(theme)} data-turbo-track="reload" />
    )}
    {kind === 'back-office' && (
      <link rel="stylesheet" href={assets.url('back-office.css')} data-turbo-track="reload" />
    )}
    {styles && <link rel="stylesheet" href={assets.url(`${styles}.css`)} data-turbo-track="dynamic" />}
    {/* The page works without scripts, so styles, fonts and pictures load first. */}
    <script type="module" src={assets.url('application.js')} fetchpriority="low" data-turbo-track="reload" />
    {assets.scripts.map((url) => (
      <link rel="modulepreload" href={url} fetchpriority="low" />
    ))}
    <link rel="icon" href={FAVICON} type="image/svg+xml" />
    <meta name="theme-color" content="#FBF7F0" />
    <meta name="csrf-param" content="authenticity_token" />
    <meta name="csrf-token" content={TOKEN_SLOT} />
    {cableUrl && <meta name="action-cable-url" content={cableUrl} />}
    {others && <meta name="other-scripts" content={JSON.stringify(others)} />}
    {isFullLoad && <meta name="turbo-cache-control" content="no-cache" />}
    {isFullLoad && <meta name="turbo-visit-control" content="reload" />}
  </>
)

type MetadataProps = Pick<PageFacts, 'appUrl' | 'store'> & { head: PageHead; title: string }

function Metadata({ head, title, appUrl, store }: MetadataProps) {
  if (head.indexed === false || head.status !== undefined) return <meta name="robots" content="noindex" />
  return (
    <>
      {head.description && <meta name="description" content={head.description} />}
      {head.canonical && <link rel="canonical" href={appUrl + head.canonical} />}
      <meta property="og:site_name" content={store.name} />
      <meta property="og:title" content={title} />
      {head.description && <meta property="og:description" content={head.description} />}
      {head.canonical && <meta property="og:url" content={appUrl + head.canonical} />}
      {head.picture && <meta property="og:image" content={appUrl + head.picture} />}
      {(head.structured ?? []).map((data) => (
        <script type="application/ld+json">{raw(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>
      ))}
    </>
  )
}

/** A D on oxblood, inlined to save a request. */
const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#7B2320"/><path d="M10 7h5.5c6 0 9.5 3.600 9.500 9s-3.500 9-9.500 9H10zm4 3.400v11.200h1.400c3.600 0 5.500-2 5.500-5.600s-1.900-5.600-5.500-5.600z" fill="#FBF7F0"/></svg>',
)}`
