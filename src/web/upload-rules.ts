export const MAX_UPLOADS = 4
/** Of each file. */
export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024
