import { paths } from '#src/paths.ts'
import { captionsUrl, clipUrl } from '#src/videos/clip-files.ts'
import type { ListedVideo } from '#src/videos/videos.ts'
import { usePage } from '../shared/page-facts.ts'

/** Nothing is loaded before somebody presses play. */
export const VideoPlayer = ({ video }: { video: ListedVideo }) => (
  <div class="video">
    <video
      class="video__screen"
      controls
      playsinline
      preload="none"
      width={video.width}
      height={video.height}
      poster={posterUrl(video.poster, usePage())}
      aria-label={video.title}
    >
      <source src={clipUrl(video.file)} type="video/webm" />
      <source src={clipUrl(video.file, 'mp4')} type="video/mp4" />
      <track kind="captions" src={captionsUrl(video.file)} srclang="en" label="English" default />
      <p>Your browser can't play this video. What is said in it is below.</p>
    </video>
    <p>{video.summary}</p>
    {video.farmName !== null && video.farmSlug !== null && (
      <p>
        <a class="section__more" href={paths.farm(video.farmSlug)}>
          Visit {video.farmName}
        </a>
      </p>
    )}
    <details class="video__words">
      <summary>Read it instead</summary>
      {video.transcript.map((line) => (
        <p>{line}</p>
      ))}
    </details>
  </div>
)

const posterUrl = (name: string, { findPicture }: Pick<ReturnType<typeof usePage>, 'findPicture'>) =>
  findPicture(name)?.sources.find(({ width }) => width >= 800)?.url
