/** @jsxImportSource react */
import { type MouseEvent, useRef, useState } from 'react'
import { Picture } from './picture.tsx'
import type { PictureFacts } from './props.ts'

const SIZES = '(min-width: 1264px) 640px, (min-width: 820px) 52vw, 92vw'

type GalleryProps = { pictures: PictureFacts[]; name: string }

/** Pictures side by side, to be swiped, scrolled, or reached by the small ones below. No script is needed. */
export function Gallery({ pictures, name }: GalleryProps) {
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)

  const see = () => {
    const { scrollLeft, clientWidth } = strip.current ?? { scrollLeft: 0, clientWidth: 1 }
    setShown(Math.round(scrollLeft / Math.max(1, clientWidth)))
  }
  const bring = (place: number) => (event: MouseEvent) => {
    event.preventDefault()
    strip.current?.scrollTo({ left: place * strip.current.clientWidth })
  }

  return (
    <section className="gallery" aria-label={`Pictures of ${name}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul className="gallery__strip" tabIndex={0} ref={strip} onScroll={see}>
        {pictures.map((picture, place) => (
          <li className="gallery__picture" id={`picture_${place + 1}`} key={picture.sources[0]?.url}>
            <Picture picture={picture} sizes={SIZES} first={place === 0} />
          </li>
        ))}
      </ul>
      {pictures.length > 1 && (
        <ul className="gallery__thumbs">
          {pictures.map((picture, place) => (
            <li key={picture.sources[0]?.url}>
              <a
                className="gallery__thumb"
                href={`#picture_${place + 1}`}
                aria-current={place === shown ? 'true' : undefined}
                onClick={bring(place)}
              >
                <Picture picture={picture} sizes="140px" alt="" />
                <span className="visually-hidden">{`Picture ${place + 1} of ${pictures.length}`}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
