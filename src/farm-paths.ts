import { route } from './route.ts'

/** Part of `paths`: the farms' pages, who follows them, and their videos. */
export const farmPaths = {
  shopFarms: route('GET', '/shop-farms'),
  farm: route('GET', '/farms/:slug'),
  followFarm: route('GET', '/v1/follow_farm/:farm/:userToken'),
  unfollowFarm: route('GET', '/v1/unfollow_farm/:farm/:userToken'),
  videos: route('GET', '/videos'),
  video: route('GET', '/videos/:videoUri'),
}
