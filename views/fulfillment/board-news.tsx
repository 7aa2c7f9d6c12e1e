import type { StreamSource } from '#src/web/stream-names.ts'
import { TurboStream } from '../shared/turbo.tsx'
import { TurboCableStreamSource } from '../shared/turbo-cable-stream-source.tsx'

/** What the page shows, and where to hear of changes. */
export type BoardLive = { stream: StreamSource; boxCount: number }

/** New orders wait here until the clerk wants to see them, so that no row moves under the pointer. */
export const BoardNews = ({ stream, boxCount }: BoardLive) => (
  <div class="board-news" data-controller="board-news" data-board-news-shown-value={String(boxCount)}>
    <TurboCableStreamSource stream={stream} />
    <p id="board_news" role="status" />
  </div>
)

export const BoardNewsStream = ({ boxCount }: { boxCount: number }) => (
  <TurboStream action="update" target="board_news">
    <span data-board-news-target="words" data-boxes={String(boxCount)}>
      The orders have changed.
    </span>{' '}
    <button type="button" class="board-news__show" data-action="board-news#show">
      Show them
    </button>
  </TurboStream>
)
