import type { Child } from 'hono/jsx'
import type { Instant } from '#src/day.ts'
import { Icon, type IconName } from './icon.tsx'

export type TimelineEntryProps = {
  icon: IconName
  title: string
  /** `now` is the one entry that counts; `late` is done, but not as planned. */
  tone: 'done' | 'late' | 'now' | 'ahead'
  /** Of the entry that counts: it isn't as planned. */
  isTrouble?: boolean | undefined
  /** In words; `at` makes it readable to machines, too. */
  when?: string | undefined
  at?: Instant | undefined
  words?: Child
  /** Links in one row. */
  ways?: Child
  /** Whatever else it holds. */
  children?: Child
}

/** For orders (oldest first), tracking (newest first) and claims: entries come in the order to be shown. */
export const Timeline = ({ label, id, children }: { label: string; id?: string; children: Child }) => (
  <section aria-label={label} id={id}>
    <ol class="timeline">{children}</ol>
  </section>
)

export const TimelineEntry = ({
  icon,
  title,
  tone,
  isTrouble = false,
  when,
  at,
  words,
  ways,
  children,
}: TimelineEntryProps) => (
  <li
    class={`timeline__entry timeline__entry--${tone}${isTrouble ? ' timeline__entry--trouble' : ''}`}
    aria-current={tone === 'now' ? 'step' : undefined}
  >
    <span class="timeline__mark">
      <Icon name={icon} />
    </span>
    <div class="timeline__body">
      <p class="timeline__title">
        {title}{' '}
        {when !== undefined && (
          <span class="timeline__when">
            {at === undefined ? when : <time datetime={new Date(at).toISOString()}>{when}</time>}
          </span>
        )}
      </p>
      {words !== undefined && words !== null && <p class="timeline__words">{words}</p>}
      {ways !== undefined && ways !== null && <p class="timeline__ways">{ways}</p>}
      {children}
    </div>
  </li>
)
