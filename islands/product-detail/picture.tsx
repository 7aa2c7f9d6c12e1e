/** @jsxImportSource react */
import type { PictureFacts } from './props.ts'

type PictureProps = {
  picture: PictureFacts
  /** How wide it is shown, as the `sizes` attribute wants it. */
  sizes: string
  /** The largest thing of the page, to be loaded before all else. */
  first?: boolean
  /** Instead of its own words; empty where the words beside it say the same. */
  alt?: string
}

/**
 * The island's twin of the server's `Picture`: three widths on the picture's own colour, so nothing jumps. Within
 * `picture` React writes no preload of its own, which would stand in the island's HTML beside what it is for.
 */
export const Picture = ({ picture, sizes, first = false, alt = picture.alt }: PictureProps) => (
  <span className="picture">
    <svg className="picture__ground" viewBox="0 0 4 3" preserveAspectRatio="none" aria-hidden="true">
      <rect width="4" height="3" fill={picture.colour} />
    </svg>
    <picture>
      <img
        className="picture__image"
        loading={first ? undefined : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        sizes={sizes}
        srcSet={picture.sources.map((source) => `${source.url} ${source.width}w`).join(', ')}
        src={picture.sources[0]?.url}
        width={picture.width}
        height={picture.height}
        alt={alt}
        decoding="async"
      />
    </picture>
  </span>
)
