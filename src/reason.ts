/** An error in words, also if something else was thrown. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
