import type { Child } from 'hono/jsx'
import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { ExportDetail } from '#src/fulfillment/export-detail.ts'
import { isUnderWay } from '#src/fulfillment/job-words.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'

type JobKind = 'export' | 'labels'

type JobPageProps = {
  center: FulfillmentCenter
  kind: JobKind
  detail: ExportDetail
  boxCount: number
  /** What two people lift, of a job for labels. */
  heavy: string[]
  /** The widget that follows the job. */
  children: Child
}

/** The end of the export dialog as a page, for browsers without scripts and for later visits. */
export const JobPage = ({ center, kind, detail, boxCount, heavy, children }: JobPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">{kind === 'labels' ? 'Shipping labels' : 'Export to a wave'}</h1>
      <p class="desk__intro">
        {boxCount === 1 ? '1 order' : `${boxCount} orders`} {kind === 'labels' ? 'to send' : 'selected'}.
      </p>
    </header>
    <section
      class="job-page"
      data-controller="job-page"
      data-job-page-ended-value={String(!isUnderWay(detail))}
      data-action="background-job-status:change->job-page#change"
    >
      {children}
      <Warnings
        id="job_warnings"
        title={kind === 'labels' ? 'These have no label to print' : 'Look at these before you pack them'}
        warnings={detail.warnings}
      />
      <Warnings id="heavy_boxes" title="These are heavy" warnings={heavy} />
      <p class="job-page__ways">
        {detail.download_url && (
          <a class="button" href={detail.download_url} data-turbo="false">
            {kind === 'labels' ? 'Print the labels' : 'Download ZIP'}
          </a>
        )}
        {detail.packing_wave_id !== null && (
          <a class="button button--quiet" href={paths.wave(center.slug, detail.packing_wave_id)}>
            Open wave {detail.packing_wave_id}
          </a>
        )}
        {isUnderWay(detail) && (
          <a class="button button--quiet" href={paths.job(detail.job_id)}>
            Check again
          </a>
        )}
        <a class="button button--quiet" href={paths.centerOrders(center.slug)}>
          Back to the orders
        </a>
      </p>
      {(kind === 'labels' ? isUnderWay(detail) : detail.job_status === 'queued') && (
        <Form
          method="post"
          action={paths.cancelJob(detail.job_id)}
          data-job-page-target={kind === 'export' ? 'cancelExport' : undefined}
        >
          <button type="submit" class="link-button">
            {kind === 'labels' ? 'Stop buying' : 'Cancel this export'}
          </button>
        </Form>
      )}
    </section>
  </>
)

type WarningsProps = { id: string; title: string; warnings: string[] }

const Warnings = ({ id, title, warnings }: WarningsProps) =>
  warnings.length === 0 ? null : (
    <section class="job-page__warnings" aria-labelledby={id}>
      <h2 class="desk__section" id={id}>
        {title}
      </h2>
      <ul>
        {warnings.map((warning) => (
          <li>{warning}</li>
        ))}
      </ul>
    </section>
  )
