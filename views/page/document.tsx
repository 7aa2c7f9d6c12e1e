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
  const { assets, appUrl, cableUrl, store, others } = page
  const facts = { head, kind, title: pageTitle(head.title, page), assets, appUrl, cableUrl, store, others }
  return (
    <html lang="en">
      {isPublic(head) ? page.pieces.place(headFragment(facts)) : <Head {...facts} />}
      <body class={`${kind}-page`} data-controller="tidy-address">
        {children}
      </body>
    </html>
  )
}

/** Other heads may name what a visitor looked for or ordered. */
const isPublic = ({ indexed, status }: PageHead) => indexed !== false && status === undefined

type HeadFacts = Pick<DocumentProps, 'head' | 'kind'> & { title: string } & Pick<
    PageFacts,
    'assets' | 'appUrl' | 'cableUrl' | 'store' | 'others'
  >

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

const headFragment = cacheFragments<HeadFacts>(
  ({ assets, ...facts }) =>
    JSON.stringify([facts, assets.scripts, OWN_FILES.map((name) => assets.url(name))]),
  (facts) => `${<Head {...facts} />}`,
)

function Head({ head, kind, title, assets, cableUrl, others, ...shop }: HeadFacts) {
  const { store } = shop
  const isFullLoad = kind === 'checkout' || head.isFullLoad
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{title}</title>
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
      {store.theme && kind !== 'back-office' && (
        <link rel="stylesheet" href={paths.theme(store.theme)} data-turbo-track="reload" />
      )}
      {kind === 'back-office' && (
        <link rel="stylesheet" href={assets.url('back-office.css')} data-turbo-track="reload" />
      )}
      {head.styles && (
        <link rel="stylesheet" href={assets.url(`${head.styles}.css`)} data-turbo-track="dynamic" />
      )}
      {/* The page works without scripts, so styles, fonts and pictures load first. */}
      <script
        type="module"
        src={assets.url('application.js')}
        fetchpriority="low"
        data-turbo-track="reload"
      />
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
      <Metadata {...shop} head={head} title={title} />
    </head>
  )
}

function Metadata({ head, title, appUrl, store }: Pick<HeadFacts, 'head' | 'title' | 'appUrl' | 'store'>) {
  if (!isPublic(head)) return <meta name="robots" content="noindex" />
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
