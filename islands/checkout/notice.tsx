/** @jsxImportSource react */
import { CHANGE_BOX } from '#src/checkout/sentences.ts'
import { Outline } from '../shared/outline.tsx'

type NoticeProps = {
  id?: string
  message: string
  /** Where the shopper can mend it. */
  cartUrl?: string | null | undefined
}

/** Looks like the server's notice (views/shared/notice.tsx). */
export const Notice = ({ id, message, cartUrl }: NoticeProps) => (
  <div className="notice notice--danger" id={id} role="alert">
    <Outline>
      <circle cx="12" cy="12" r="10" />
      <path d="M12 8v4M12 16h.01" />
    </Outline>
    <p className="notice__text">
      {message}
      {cartUrl && (
        <>
          {' '}
          <a href={cartUrl}>{CHANGE_BOX}</a>
        </>
      )}
    </p>
  </div>
)
