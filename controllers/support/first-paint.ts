/**
 * Scripts begin once the page is on the screen, since on a phone they take longer than its first paint. A hidden page
 * isn't painted, and not every browser says when it has painted.
 */
await new Promise<void>((resolve) => {
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) return resolve()
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    resolve()
  }).observe({ type: 'paint', buffered: true })
})

export {}
