const metaContent = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

/** The page's authenticity token; '' where it has none. Read anew at each call: Turbo renews the tag. */
export const pageToken = () => metaContent('csrf-token')

/** What a form calls it. */
export const pageTokenName = () => metaContent('csrf-param')
