import { Hono } from 'hono'
import { VideoPlayer } from '#views/videos/video-player.tsx'
import { VideosPage } from '#views/videos/videos-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { largestUrl, toTrail } from '../catalog/page-heads.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderModal } from '../web/modal.tsx'
import { type PageHead, renderPage } from '../web/page.tsx'
import { clipUrl } from './clip-files.ts'
import { findVideo, type ListedVideo, listVideos } from './videos.ts'

export const routes = new Hono<AppEnv>()

routes.get(paths.videos.pattern, (c) =>
  renderPage(c, <VideosPage videos={listVideos(c.var.services.db)} open={null} />, {
    title: 'Videos',
    description: 'Short films of the farms behind our meat, each under a minute, with captions.',
    canonical: paths.videos(),
    styles: 'farms',
  }),
)

/** In the modal where a frame asks for it; else over the list, where scripts put it into the modal. */
routes.get(paths.video.pattern, (c) => {
  const { db } = c.var.services
  const video = findVideo(db, c.req.param('videoUri'))
  if (!video) return notFound(c)
  if (c.req.header('turbo-frame') === 'modal')
    return renderModal(c, { name: `video:${video.uri}`, title: video.title }, <VideoPlayer video={video} />)
  return renderPage(c, <VideosPage videos={listVideos(db)} open={video} />, headOf(c, video))
})

function headOf(c: Ctx, video: ListedVideo): PageHead {
  const { appUrl } = c.var.services.config
  const path = paths.video(video.uri)
  const poster = largestUrl(video.poster)
  return {
    title: video.title,
    description: video.summary,
    canonical: path,
    styles: 'farms',
    ...(poster && { picture: poster }),
    structured: [
      {
        '@context': 'https://schema.org',
        '@type': 'VideoObject',
        name: video.title,
        description: video.summary,
        thumbnailUrl: poster && appUrl + poster,
        contentUrl: appUrl + clipUrl(video.file),
        duration: `PT${video.seconds}S`,
      },
      toTrail(
        [
          { name: 'Videos', path: paths.videos() },
          { name: video.title, path },
        ],
        appUrl,
      ),
    ],
  }
}
