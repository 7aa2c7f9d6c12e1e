import type { StreamSource } from '#src/web/stream-names.ts'

/** turbo-rails' stock element. `data-seen` is what the page already shows, so that the socket sends only changes. */
export const TurboCableStreamSource = ({ stream }: { stream: StreamSource }) => (
  <turbo-cable-stream-source
    channel="Turbo::StreamsChannel"
    signed-stream-name={stream.signedName}
    data-seen={stream.seen}
  />
)
