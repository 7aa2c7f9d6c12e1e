import { usePage } from './page-facts.ts'

type PictureProps = {
  /** Its name in the pictures' manifest. */
  name: string
  /** How wide it is shown, as the `sizes` attribute wants it. */
  sizes: string
  /** In sight when the page opens: loaded at once. `first` is the largest thing of the page. */
  priority?: 'lazy' | 'eager' | 'first'
  /** Instead of the manifest's words; empty where the words beside it say the same. */
  alt?: string
}

/** A picture in three widths on its own flat colour, so that nothing jumps and nothing is grey. */
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
