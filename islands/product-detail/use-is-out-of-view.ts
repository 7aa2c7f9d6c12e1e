import { type RefObject, useEffect, useState } from 'react'

/** The sticky header covers about this much of a phone's screen. */
const HEADER_PX = 110

/** False until the page has been looked at, as on the server. */
export function useIsOutOfView(element: RefObject<HTMLElement | null>): boolean {
  const [isOut, setIsOut] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => setIsOut(entries.at(-1)?.isIntersecting === false),
      { rootMargin: `-${HEADER_PX}px 0px 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isOut
}
