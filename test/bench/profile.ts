import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Profile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})

/** The functions that took the most time in a `--cpu-prof` run, most expensive first. */
export function dearest(folder: string, count = 40): string {
  const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile'))
  if (!file) return 'no profile was written'
  const { nodes, samples, timeDeltas } = Profile.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
  const names = new Map(nodes.map((node) => [node.id, nameOf(node.callFrame)]))
  const spent = new Map<string, number>()
  samples.forEach((id, at) => {
    const name = names.get(id) ?? '?'
    spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[at] ?? 0))
  })
  spent.delete('(idle)')
  const total = [...spent.values()].reduce((sum, time) => sum + time, 0)
  return [...spent]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, time]) => `${((100 * time) / total).toFixed(1).padStart(5)} %  ${name}`)
    .join('\n')
}

function nameOf({
  functionName,
  url,
  lineNumber,
}: z.infer<typeof Profile>['nodes'][number]['callFrame']): string {
  const file = url.split(/node_modules\/|\.build\//).at(-1) ?? ''
  return `${functionName || '(anonymous)'}${file ? ` ${file}:${lineNumber + 1}` : ''}`
}
