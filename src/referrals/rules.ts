/** Of an invitation, in characters. */
export const MAX_SUBJECT_LENGTH = 100
export const MAX_BODY_LENGTH = 1_000
