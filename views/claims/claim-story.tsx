import type { ClaimFacts } from '#src/claims/claims.ts'
import { paths } from '#src/paths.ts'
import { formatMoment } from '../shared/local-time.ts'
import { Timeline, TimelineEntry } from '../shared/timeline.tsx'
import { answerTitle, answerWords, openWords, toldWords } from './claim-words.ts'

/** `newBox`: the one that brings it again. */
export type ShownClaim = ClaimFacts & {
  code: string | null
  newBox: { identifier: string; path: string } | null
}

type StoryProps = { claim: ShownClaim; orderToken: string; receiptKey: string | null; zone: string }

/** What was told, and what came of it. */
export const ClaimStory = (props: StoryProps) => (
  <Timeline label={`What you told us about ${namesOf(props.claim)}`}>
    <ClaimEntries {...props} />
  </Timeline>
)

const namesOf = ({ lines }: ShownClaim) => lines.map(({ name }) => name).join(', ')

const ClaimEntries = ({ claim, orderToken, receiptKey, zone }: StoryProps) => {
  const title = answerTitle(claim)
  return (
    <>
      <TimelineEntry
        icon="camera"
        title="You told us"
        tone="done"
        when={formatMoment(claim.createdAt, zone)}
        at={claim.createdAt}
        words={toldWords({
          kind: claim.kind,
          names: namesOf(claim),
          photos: claim.photos.length,
        })}
      >
        {claim.note && <p class="claim__note">“{claim.note}”</p>}
        <Photos
          urls={claim.photos.map((photo) => paths.claimPhoto(orderToken, photo, { key: receiptKey }))}
        />
      </TimelineEntry>
      {title === null || claim.answeredAt === null ? (
        <TimelineEntry icon="clock" title="We're looking at it" tone="now" words={openWords(claim)} />
      ) : (
        <TimelineEntry
          icon="done"
          title={title}
          tone="now"
          when={formatMoment(claim.answeredAt, zone)}
          at={claim.answeredAt}
          words={answerWords(claim).join(' ')}
          ways={claim.newBox && <a href={claim.newBox.path}>See the new box, {claim.newBox.identifier}</a>}
        />
      )}
    </>
  )
}

export const Photos = ({ urls }: { urls: string[] }) =>
  urls.length === 0 ? null : (
    <ul class="claim-photos">
      {urls.map((url, index) => (
        <li>
          <a href={url} target="_blank" rel="noreferrer">
            <img
              class="claim-photos__photo"
              src={url}
              alt={`What you sent, ${index + 1} of ${urls.length}`}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  )
