import { isPicture } from '../catalog/import/picture-sources.ts'
import { MAX_UPLOAD_BYTES, MAX_UPLOADS } from '../web/upload-rules.ts'
import type { Upload } from '../web/uploads.ts'

export type PhotoProblem = { status: 413 | 422; message: string }

export const UNREADABLE: PhotoProblem = {
  status: 422,
  message: "We couldn't read one of your photos. Please send JPEG, PNG or WebP files.",
}

/** By their bytes, whatever their names say. Whether they can be decoded is for `reencodePhoto` to find out. */
export function photoProblem(photos: Upload[]): PhotoProblem | null {
  if (photos.length > MAX_UPLOADS || photos.some(({ bytes }) => bytes.length > MAX_UPLOAD_BYTES))
    return TOO_MUCH
  if (photos.some(({ bytes }) => isHeic(bytes)))
    return {
      status: 422,
      message: "We can't open HEIC photos yet. Please save yours as a JPEG, or send a screenshot of it.",
    }
  return photos.every(({ bytes }) => isPicture(bytes)) ? null : UNREADABLE
}

export const TOO_MUCH: PhotoProblem = {
  status: 413,
  message: 'You can send up to 4 photos of at most 8 MB each.',
}

const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']

const isHeic = (bytes: Buffer) =>
  bytes.toString('latin1', 4, 8) === 'ftyp' && HEIC_BRANDS.includes(bytes.toString('latin1', 8, 12))
