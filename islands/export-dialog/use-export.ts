import { useState } from 'react'
import { post } from '../shared/api.ts'
import type { ExportDialogProps } from './props.ts'
import {
  type Answer,
  exportAddress,
  type JobDetail,
  NOTHING_SELECTED,
  readAnswer,
  type Selection,
  withoutConflicts,
} from './responses.ts'

export type Stage =
  | { name: 'closed' }
  | { name: 'loading'; count: number }
  | { name: 'warning'; answer: Extract<Answer, { kind: 'warning' }>; rest: Selection }
  | { name: 'error'; message: string }
  | { name: 'progress'; count: number; widget: string }
  | { name: 'finished'; detail: JobDetail }

const CLOSED: Stage = { name: 'closed' }

/** The dialog's state. An answer that comes after it was closed is dropped. */
export function useExport({ exportUrl, filters, press }: ExportDialogProps) {
  const [stage, setStage] = useState<Stage>(CLOSED)
  const whileOpen = (next: Stage) => setStage((current) => (current.name === 'closed' ? current : next))

  async function start(selection: Selection) {
    if (!selection.isAll && selection.tokens.length === 0) return window.alert(NOTHING_SELECTED)
    setStage({ name: 'loading', count: selection.count })
    const answer = readAnswer(await post(exportAddress(exportUrl, filters, selection), { press }))
    if (answer.kind === 'error') return whileOpen({ name: 'error', message: answer.message })
    if (answer.kind === 'warning')
      return whileOpen({ name: 'warning', answer, rest: withoutConflicts(selection, answer) })
    whileOpen({ name: 'progress', count: answer.count, widget: answer.widget })
  }

  function hear(detail: JobDetail) {
    if (detail.job_status !== 'complete' && detail.job_status !== 'failed') return
    whileOpen({ name: 'finished', detail })
  }

  return { stage, start, hear, close: () => setStage(CLOSED) }
}
