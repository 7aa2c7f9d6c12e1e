/** Lines count from 1 and include a CSV's header. */
export type Problem = { line: number; reason: string }

const MAX_LISTED = 100

export function describeProblems(problems: Problem[]): string[] {
  const listed = [...problems]
    .sort((a, b) => a.line - b.line)
    .slice(0, MAX_LISTED)
    .map(({ line, reason }) => `line ${line}: ${reason}`)
  const rest = problems.length - listed.length
  return rest > 0 ? [...listed, `and ${rest} more`] : listed
}
