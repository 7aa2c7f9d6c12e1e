import { spawnSync } from 'node:child_process'

export function run(command, args, env = process.env) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env })
  if (error) stop(`${command} could not be run: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

export const say = (text) => process.stdout.write(`${text}\n`)

export function stop(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
