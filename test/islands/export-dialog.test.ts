import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Panel } from '#islands/export-dialog/panels.tsx'
import type { Stage } from '#islands/export-dialog/use-export.ts'

const failed = {
  job_status: 'failed',
  error_message: null,
  message: null,
  warnings: [],
  download_url: null,
  packing_wave_id: null,
}
const answer: Extract<Stage, { name: 'warning' }>['answer'] = {
  kind: 'warning',
  message: 'One is in a wave.',
  tokens: [],
  conflicts: [],
  rest: 2,
}
const stages: Stage[] = [
  { name: 'loading', count: 2 },
  { name: 'warning', answer, rest: { isAll: false, tokens: [], count: 2 } },
  { name: 'error', message: 'No.' },
  { name: 'progress', count: 2, widget: '' },
  { name: 'finished', detail: failed },
]

test.each(stages)(
  'FUL-2 no button below the Close of the export dialog has the same name: $name',
  (stage) => {
    const html = renderToStaticMarkup(createElement(Panel, { stage, start: () => {}, close: () => {} }))
    const names = [...html.matchAll(/<button[^>]*>([^<]*)/g)].map(([, name]) => name)
    expect(names).not.toContain('Close')
  },
)
