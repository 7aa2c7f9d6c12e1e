/** Enough for its owner to know it, should a mistake have sent the mail to someone else. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*@/, '$1…@')
