import { usePage } from './page-facts.ts'

type PictureProps = {
  name: string
  sizes: string
  /** `eager` loads at once; `first` is the page's largest picture. */
  priority?: 'lazy' | 'eager' | 'first'
  /** Overrides the manifest's text; empty where the text beside it says the same. */
  alt?: string
}

/** On its own flat color while it loads. */
export function Picture({ name, sizes, priority = 'lazy', alt }: PictureProps) {
  const picture = usePage().findPicture(name)
  if (!picture) return <span class="picture" />
  const [smallest] = picture.sources
  return (
    <span class="picture">
      <svg class="picture__ground" viewBox="0 0 4 3" preserveAspectRatio="none" aria-hidden="true">
        <rect width="4" height="3" fill={picture.colour} />
      </svg>
      <img
        class="picture__image"
        src={smallest?.url}
        srcset={picture.sources.map((source) => `${source.url} ${source.width}w`).join(', ')}
        sizes={sizes}
        width={picture.width}
        height={picture.height}
        alt={alt ?? picture.alt}
        loading={priority === 'lazy' ? 'lazy' : undefined}
        fetchpriority={priority === 'first' ? 'high' : undefined}
        decoding="async"
      />
    </span>
  )
}
