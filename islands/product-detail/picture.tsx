/** @jsxImportSource react */
import type { PictureFacts } from './props.ts'

type PictureProps = {
  picture: PictureFacts
  sizes: string
  first?: boolean
  /** Replaces the picture's own alt text; empty next to text that says the same. */
  alt?: string
}

/** The `picture` element keeps React from writing a preload link into the island's HTML. */
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
