import type { DeskLink } from '#src/accounts/other-desks.ts'
import { BackToForm, refusalAdvice } from '../shared/refusal-page.tsx'
import { DeskFrame } from './desk-frame.tsx'

type DeskRefusalProps = { status: number; message: string; back: string | null; desks: DeskLink[] }

/** For people who work here: leads back to their desks. */
export function DeskRefusalPage({ status, message, back, desks }: DeskRefusalProps) {
  const [first] = desks
  return (
    <DeskFrame
      home={first?.path ?? ''}
      entries={desks.map((desk) => ({ ...desk, icon: 'today', count: 0, isCurrent: false }))}
      userName=""
      otherDesks={[]}
    >
      <section class="refusal">
        <p class="refusal__status">{status}</p>
        <h1 class="refusal__title" tabindex={-1} autofocus>
          {message}
        </h1>
        <p class="refusal__advice">{refusalAdvice(status)}</p>
        <p class="refusal__ways">
          <BackToForm back={back} />
          {desks.map(({ title, path }, at) => (
            <a class={at === 0 && back === null ? 'button' : 'button button--quiet'} href={path}>
              {title}
            </a>
          ))}
        </p>
      </section>
    </DeskFrame>
  )
}
