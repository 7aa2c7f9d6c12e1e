import { encodeApart } from '../picture-process.ts'

const SCRIPT = 'src/claims/reencode.mjs'

/** Upright, at most `side` pixels wide or high, and without what the camera wrote into it. @returns null if it can't be read as a picture */
export const reencodePhoto = (bytes: Buffer, { side, quality } = { side: 1600, quality: 76 }) =>
  encodeApart(SCRIPT, [side, quality], bytes)
