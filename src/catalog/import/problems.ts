/** What is wrong with a file, and where. Lines count from 1, the header of a CSV included. */
export type Problem = { line: number; reason: string }

const MOST_TOLD = 100

/** In the file's order, one sentence each; what is left out is counted. */
export function describeProblems(problems: Problem[]): string[] {
  const told = [...problems]
    .sort((a, b) => a.line - b.line)
    .slice(0, MOST_TOLD)
    .map(({ line, reason }) => `line ${line}: ${reason}`)
  const rest = problems.length - told.length
  return rest > 0 ? [...told, `and ${rest} more`] : told
}
