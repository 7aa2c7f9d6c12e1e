/** Resolves once the page of a Turbo visit is on the screen; at once on a page that the browser loaded, or hides. */
export const painted = () =>
  new Promise<void>((resolve) => {
    const isVisit = document.documentElement.hasAttribute('aria-busy')
    if (isVisit && !document.hidden) requestAnimationFrame(() => setTimeout(resolve))
    else resolve()
  })
