import { paths } from '#src/paths.ts'
import type { ListedVideo } from '#src/videos/videos.ts'
import { Icon } from '../shared/icon.tsx'
import { pageTitle, usePage } from '../shared/page-facts.ts'
import { Picture } from '../shared/picture.tsx'
import { VideoPlayer } from './video-player.tsx'

type VideosProps = {
  videos: ListedVideo[]
  /** The one whose address was opened. */
  open: ListedVideo | null
}

export const VIDEO_ACTIONS = [
  'modal_shown@window->video-modal#shown',
  'modal_closed@window->video-modal#closed',
  'turbo:visit@document->video-modal#leave',
].join(' ')

export const VideosPage = ({ videos, open }: VideosProps) => (
  <div
    class="videos"
    data-controller="video-modal"
    data-video-modal-list-value={paths.videos()}
    data-video-modal-title-value={pageTitle('Videos', usePage())}
    data-action={VIDEO_ACTIONS}
  >
    {open && (
      <section class="videos__open" data-video-modal-target="open" data-uri={open.uri}>
        <h1 class="page-head__title">{open.title}</h1>
        <VideoPlayer video={open} />
      </section>
    )}
    <header class="page-head">
      {open ? <h2 class="section__title">All videos</h2> : <h1 class="page-head__title">Videos</h1>}
      <p class="page-head__intro">
        Short films from the farms. They play when you press play, with captions.
      </p>
    </header>
    {videos.length === 0 ? (
      <p>
        There are no videos yet. Have a look at <a href={paths.shopFarms()}>the farms</a> meanwhile.
      </p>
    ) : (
      <ul class="videos__list">
        {videos.map((video) => (
          <VideoCard video={video} />
        ))}
      </ul>
    )}
  </div>
)

export const VideoCard = ({ video }: { video: ListedVideo }) => (
  <li class="videos__video">
    <div class="videos__poster">
      <Picture name={video.poster} sizes="(width >= 64em) 382px, (width >= 40em) 45vw, 92vw" alt="" />
      <span class="videos__play">
        <Icon name="play" /> {lengthOf(video.seconds)}
      </span>
    </div>
    <h2 class="videos__title">
      <a
        class="videos__link"
        href={paths.video(video.uri)}
        data-turbo-frame="modal"
        data-turbo-prefetch="false"
        data-video-modal-target="link"
        data-title={pageTitle(video.title, usePage())}
      >
        {video.title}
      </a>
    </h2>
    <p>{video.summary}</p>
  </li>
)

/** '0:12' */
const lengthOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
