/** Marks that nobody sees, which a phone number or email copied from a contact brings along. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

export const pastedText = (typed: string): string => typed.replace(UNSEEN, '')
