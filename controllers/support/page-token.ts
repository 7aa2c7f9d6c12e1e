const metaContent = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

/** The page's authenticity token, or ''. Read on every call, because Turbo replaces the tag. */
export const pageToken = () => metaContent('csrf-token')

export const pageTokenName = () => metaContent('csrf-param')
