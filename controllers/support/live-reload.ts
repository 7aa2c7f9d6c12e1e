/* Built into the pages only under `npm run dev` (build.mjs): reloads the page when another build is served. */

const PATH = '/dev/reload'
let served: string | null = null

// While the server restarts, the browser reconnects by itself.
new EventSource(PATH).addEventListener('build', ({ data }: MessageEvent<string>) => {
  served ??= data
  if (data !== served) window.location.reload()
})

export {}
