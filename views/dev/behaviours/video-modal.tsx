import { paths } from '#src/paths.ts'
import { pageTitle, usePage } from '../../shared/page-facts.ts'
import { VIDEO_ACTIONS, VideoCard } from '../../videos/videos-page.tsx'
import type { ExampleFacts } from './index.ts'

/** A video opens over this page under its own address, and back closes it. */
export const VideoModalExamples = ({ videos }: ExampleFacts) => (
  <div
    class="videos"
    data-controller="video-modal"
    data-video-modal-list-value={paths.videos()}
    data-video-modal-title-value={pageTitle('Video modal', usePage())}
    data-action={VIDEO_ACTIONS}
  >
    <ul class="videos__list">
      {videos.map((video) => (
        <VideoCard video={video} />
      ))}
    </ul>
  </div>
)
