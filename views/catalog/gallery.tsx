import { Picture } from '../shared/picture.tsx'

const SIZES = '(min-width: 1264px) 640px, (min-width: 820px) 52vw, 92vw'

/** Pictures side by side, to be swiped, scrolled, or reached by the small ones below. No script is needed. */
export const Gallery = ({ pictures, name }: { pictures: string[]; name: string }) => (
  <section class="gallery" aria-label={`Pictures of ${name}`} data-controller="gallery">
    <ul
      class="gallery__strip"
      tabindex={0}
      data-gallery-target="strip"
      data-action="scroll->gallery#mark:passive"
    >
      {pictures.map((picture, place) => (
        <li class="gallery__picture" id={`picture_${place + 1}`}>
          <Picture name={picture} sizes={SIZES} priority={place === 0 ? 'first' : 'lazy'} />
        </li>
      ))}
    </ul>
    {pictures.length > 1 && (
      <ul class="gallery__thumbs">
        {pictures.map((picture, place) => (
          <li>
            <a
              class="gallery__thumb"
              href={`#picture_${place + 1}`}
              data-gallery-target="thumb"
              data-action="gallery#show"
            >
              <Picture name={picture} sizes="140px" alt="" />
              <span class="visually-hidden">
                Picture {place + 1} of {pictures.length}
              </span>
            </a>
          </li>
        ))}
      </ul>
    )}
  </section>
)
