import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { DeveloperErrorPage, type SourceLine } from '#views/dev/developer-error-page.tsx'
import type { AppEnv } from '../web/env.ts'
import { wantsHtml } from '../web/respond.ts'

const LINES_AROUND = 6

/** Under `npm run dev`: the shop's own error handler, but a bug's page shows the stack and the source. */
export const withSource =
  (handleError: ErrorHandler<AppEnv>): ErrorHandler<AppEnv> =>
  async (error, c) => {
    const response = await handleError(error, c)
    if (error instanceof HTTPException || !wantsHtml(c)) return response
    const view = (
      <DeveloperErrorPage
        request={`${c.req.method} ${c.req.path}`}
        error={`${error.name}: ${error.message}`}
        stack={error.stack ?? ''}
        {...sourceOf(error)}
      />
    )
    return c.html(`<!doctype html>${view}`, 500)
  }

/** The innermost frame in our own code: the stack is mapped to sources by --enable-source-maps. */
function sourceOf(error: Error): { place: string | null; lines: SourceLine[] } {
  for (const [, file = '', line = '0', column = '0'] of (error.stack ?? '').matchAll(FRAME)) {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file
    if (path.includes('node_modules') || !existsSync(path)) continue
    return {
      place: `${relative(process.cwd(), path)}:${line}:${column}`,
      lines: linesAround(path, Number(line)),
    }
  }
  return { place: null, lines: [] }
}

const FRAME = /\(?((?:file:\/\/)?\/[^\s()]+):(\d+):(\d+)\)?$/gm

function linesAround(path: string, line: number): SourceLine[] {
  const first = Math.max(1, line - LINES_AROUND)
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(first - 1, line + LINES_AROUND)
    .map((text, index) => ({ number: first + index, text, isFailing: first + index === line }))
}
