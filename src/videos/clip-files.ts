/** Where the files of a video are, by its name. */
export const clipUrl = (file: string, type: 'webm' | 'mp4' = 'webm') => `/clips/${file}.${type}`
export const captionsUrl = (file: string) => `/clips/${file}.vtt`
