/** @jsxImportSource react */
import { type MouseEvent, useRef, useState } from 'react'
import { Picture } from './picture.tsx'
import type { PictureFacts } from './props.ts'

const SIZES = '(width >= 79em) 640px, (width >= 51.25em) 52vw, 92vw'

type GalleryProps = { pictures: PictureFacts[]; name: string }

/** A strip that scrolls and thumbnails that jump to a picture. Both work without scripts. */
export function Gallery({ pictures, name }: GalleryProps) {
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)

  const trackScroll = () => {
    const { scrollLeft, clientWidth } = strip.current ?? { scrollLeft: 0, clientWidth: 1 }
    setShown(Math.round(scrollLeft / Math.max(1, clientWidth)))
  }
  const scrollTo = (index: number) => (event: MouseEvent) => {
    event.preventDefault()
    strip.current?.scrollTo({ left: index * strip.current.clientWidth })
  }

  if (pictures.length === 0)
    return (
      <div className="gallery__frame">
        <span className="picture" />
      </div>
    )
  return (
    <section className="gallery" aria-label={`Pictures of ${name}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <ul className="gallery__strip" tabIndex={0} ref={strip} onScroll={trackScroll}>
        {pictures.map((picture, index) => (
          <li className="gallery__picture" id={`picture_${index + 1}`} key={picture.sources[0]?.url}>
            <Picture picture={picture} sizes={SIZES} first={index === 0} />
          </li>
        ))}
      </ul>
      {pictures.length > 1 && (
        <ul className="gallery__thumbs">
          {pictures.map((picture, index) => (
            <li key={picture.sources[0]?.url}>
              <a
                className="gallery__thumb"
                href={`#picture_${index + 1}`}
                aria-current={index === shown ? 'true' : undefined}
                onClick={scrollTo(index)}
              >
                <Picture picture={picture} sizes="140px" alt="" />
                <span className="visually-hidden">{`Picture ${index + 1} of ${pictures.length}`}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
