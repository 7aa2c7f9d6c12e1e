import type { AuditEntry } from '#db/schema/index.ts'
import type { TrailActor, TrailPage } from '#src/audit/search.ts'
import { counted } from '#src/counted.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { formatShortMoment } from '../shared/local-time.ts'
import { auditChanges } from './audit-changes.ts'
import { auditSentence, kindWords, subjectPath, verbWords } from './audit-words.ts'

type Query = Record<string, string | undefined>

type AuditPageProps = { page: TrailPage; query: Query; actors: TrailActor[]; verbs: string[] }

export const AuditPage = ({ page, query, actors, verbs }: AuditPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Audit trail</h1>
      <p class="desk__intro">
        What people did in the back office, newest first. Nobody can change it, and “npm run doctor” checks
        that it’s complete.
      </p>
    </header>
    <TrailSearch query={query} actors={actors} verbs={verbs} />
    {page.entries.length === 0 ? (
      <NoEntries query={query} />
    ) : (
      <>
        <p class="trail-list__count">{totalWords(page, query)}</p>
        <ol class="trail-list">
          {page.entries.map((entry) => (
            <Entry entry={entry} />
          ))}
        </ol>
      </>
    )}
    <Pages page={page} query={query} />
  </>
)

const totalWords = ({ total }: TrailPage, { before }: Query) =>
  `${counted(total, 'entry', 'entries')}${before ? ', continued' : ''}`

const TrailSearch = ({ query, actors, verbs }: Omit<AuditPageProps, 'page'>) => (
  <Form method="get" action={paths.staffAudit()} class="trail-search">
    {query.subject && <input type="hidden" name="subject" value={query.subject} />}
    <label class="trail-search__words">
      Words
      <input
        class="field__input"
        type="search"
        name="q"
        value={query.q ?? ''}
        maxlength={100}
        autocomplete="off"
        placeholder="Order, name, reason"
      />
    </label>
    <label>
      Who
      <select class="field__input" name="actor">
        <option value="">Everyone</option>
        {actors.map(({ id, name }) => (
          <option value={id} selected={query.actor === String(id)}>
            {name}
          </option>
        ))}
        <option value="command" selected={query.actor === 'command'}>
          Command line
        </option>
      </select>
    </label>
    <label>
      What
      <select class="field__input" name="verb">
        <option value="">Everything</option>
        {verbs.map((verb) => (
          <option value={verb} selected={query.verb === verb}>
            {kindWords(verb)}: {verbWords(verb)}
          </option>
        ))}
      </select>
    </label>
    <label>
      From
      <input class="field__input" type="date" name="from" value={query.from ?? ''} />
    </label>
    <label>
      To
      <input class="field__input" type="date" name="to" value={query.to ?? ''} />
    </label>
    <button type="submit" class="button">
      Search
    </button>
    {hasFilters(query) && (
      <a class="button button--quiet" href={paths.staffAudit()}>
        Clear
      </a>
    )}
  </Form>
)

const hasFilters = ({ before: _, ...filters }: Query) => Object.values(filters).some(Boolean)

const Entry = ({ entry }: { entry: AuditEntry }) => {
  const path = subjectPath(entry)
  const sentence = auditSentence(entry)
  const changes = auditChanges(entry)
  return (
    <li class="trail-entry" id={`entry_${entry.id}`}>
      <time class="trail-entry__time" datetime={new Date(entry.at).toISOString()}>
        {formatShortMoment(entry.at, SHOP_ZONE)}
      </time>
      <div class="trail-entry__what">
        <p>
          <b>{entry.actorName}</b> {path === null ? sentence : <a href={path}>{sentence}</a>}
        </p>
        {changes.length > 0 && (
          <ul class="trail-entry__changes">
            {changes.map(({ name, before, after }) => (
              <li>
                {name && <span class="trail-entry__name">{name}: </span>}
                {before !== null && (
                  <>
                    <del>{before}</del> <span class="visually-hidden">became</span>{' '}
                  </>
                )}
                {before === null ? after : <ins>{after}</ins>}
              </li>
            ))}
          </ul>
        )}
        {entry.reason && <p class="trail-entry__reason">“{entry.reason}”</p>}
      </div>
      <a
        class="trail-entry__more"
        href={paths.staffAudit({ subject: `${entry.subjectKind}:${entry.subjectToken}` })}
      >
        All of this<span class="visually-hidden"> {entry.subjectLabel}</span>
      </a>
    </li>
  )
}

const Pages = ({ page: { next }, query }: { page: TrailPage; query: Query }) =>
  next === null && !query.before ? null : (
    <nav class="pager" aria-label="Pages">
      {query.before ? (
        <a class="button button--quiet" href={paths.staffAudit({ ...query, before: undefined })}>
          Newest
        </a>
      ) : (
        <span />
      )}
      <span />
      {next === null ? (
        <span />
      ) : (
        <a
          class="button button--quiet"
          rel="next"
          href={paths.staffAudit({ ...query, before: String(next) })}
        >
          Older
        </a>
      )}
    </nav>
  )

const NoEntries = ({ query }: { query: Query }) =>
  hasFilters(query) ? (
    <section class="empty">
      <h2 class="empty__title">Nothing matches</h2>
      <p class="empty__words">Try fewer words, another person or a longer time.</p>
      <a class="button button--quiet" href={paths.staffAudit()}>
        See everything
      </a>
    </section>
  ) : (
    <section class="empty">
      <h2 class="empty__title">Nothing here yet</h2>
      <p class="empty__words">Refunds, prices, roles and settings: whatever staff change shows up here.</p>
    </section>
  )
