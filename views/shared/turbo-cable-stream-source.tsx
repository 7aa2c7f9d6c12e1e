import type { StreamSource } from '#src/web/stream-names.ts'

/**
 * Listens to a stream for as long as it stands in a page: the stock element of turbo-rails, which asks the cable for the
 * name and applies what comes. What the page shows already is said with it, so that only news are sent.
 */
export const TurboCableStreamSource = ({ stream }: { stream: StreamSource }) => (
  <turbo-cable-stream-source
    channel="Turbo::StreamsChannel"
    signed-stream-name={stream.signedName}
    data-seen={stream.seen}
  />
)
