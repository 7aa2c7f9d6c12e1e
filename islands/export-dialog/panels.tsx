/** @jsxImportSource react */
import { useEffect, useRef } from 'react'
import { FAILED, type JobDetail, type Selection, waveAddress } from './responses.ts'
import type { Stage } from './use-export.ts'

type PanelProps = { stage: Stage; start: (selection: Selection) => void; close: () => void }

export function Panel({ stage, start, close }: PanelProps) {
  if (stage.name === 'loading') return <Loading count={stage.count} />
  if (stage.name === 'warning') return <Warning stage={stage} start={start} close={close} />
  if (stage.name === 'error') return <Problem message={stage.message} close={close} />
  if (stage.name === 'progress') return <Progress count={stage.count} widget={stage.widget} close={close} />
  if (stage.name === 'finished') return <Finished detail={stage.detail} close={close} />
  return null
}

const ordersWords = (count: number) => (count === 1 ? '1 order' : `${count} orders`)

const Loading = ({ count }: { count: number }) => (
  <p className="export-dialog__body" role="status">
    Checking {ordersWords(count)}…
  </p>
)

type WarningProps = Omit<PanelProps, 'stage'> & { stage: Extract<Stage, { name: 'warning' }> }

const NAMED = 4

function Warning({ stage: { answer, rest }, start, close }: WarningProps) {
  const more = answer.tokens.length - Math.min(NAMED, answer.conflicts.length)
  return (
    <>
      <div className="export-dialog__body">
        <p className="export-dialog__notice export-dialog__notice--warning" role="alert">
          {answer.message}
        </p>
        <ul className="export-dialog__list">
          {answer.conflicts.slice(0, NAMED).map(({ identifier, name, waveId }) => (
            <li key={identifier}>
              <b>{identifier}</b>
              <span>{name}</span>
              <a href={waveAddress(location.pathname, waveId)}>Wave {waveId}</a>
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      </div>
      <footer className="export-dialog__foot">
        <button className="button button--quiet" type="button" onClick={close}>
          Cancel
        </button>
        <button className="button" type="button" onClick={() => start(rest)}>
          Export {ordersWords(rest.count)}
        </button>
      </footer>
    </>
  )
}

const Problem = ({ message, close }: { message: string; close: () => void }) => (
  <>
    <div className="export-dialog__body">
      <p className="export-dialog__notice export-dialog__notice--alarm" role="alert">
        {message}
      </p>
    </div>
    <footer className="export-dialog__foot">
      <button className="button" type="button" onClick={close}>
        Back to the orders
      </button>
    </footer>
  </>
)

/** The widget is attached a moment later, once the dialog is painted. */
const WIDGET_DELAY_MS = 100

function Progress({ count, widget, close }: { count: number; widget: string; close: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (place.current) place.current.innerHTML = widget
    }, WIDGET_DELAY_MS)
    return () => clearTimeout(timer)
  }, [widget])
  return (
    <>
      <div className="export-dialog__body">
        <p>{ordersWords(count)}</p>
        <div ref={place} />
      </div>
      <footer className="export-dialog__foot">
        <span className="export-dialog__hint">The export continues if you close this.</span>
        <button className="button button--quiet" type="button" onClick={close}>
          Back to the orders
        </button>
      </footer>
    </>
  )
}

function Finished({ detail, close }: { detail: JobDetail; close: () => void }) {
  if (detail.job_status === 'failed')
    return <Problem message={detail.error_message ?? FAILED} close={close} />
  const { warnings, message, packing_wave_id: waveId, download_url: downloadUrl } = detail
  const tone = warnings.length > 0 ? 'warning' : 'done'
  return (
    <>
      <div className="export-dialog__body">
        <p className={`export-dialog__notice export-dialog__notice--${tone}`} role="status">
          {message}
        </p>
        {warnings.length > 0 && (
          <ul className="export-dialog__list">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
      </div>
      <footer className="export-dialog__foot">
        {waveId !== null && <a href={waveAddress(location.pathname, waveId)}>View packing wave</a>}
        {downloadUrl && (
          <a className="button" href={downloadUrl} download data-turbo="false">
            Download ZIP
          </a>
        )}
      </footer>
    </>
  )
}
