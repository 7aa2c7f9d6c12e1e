/** @jsxImportSource react */
import { Outline } from '../shared/outline.tsx'

/** Looks like the server's notice (views/shared/notice.tsx). */
export const Notice = ({ id, message }: { id?: string; message: string }) => (
  <div className="notice notice--danger" id={id} role="alert">
    <Outline>
      <circle cx="12" cy="12" r="10" />
      <path d="M12 8v4M12 16h.01" />
    </Outline>
    <p className="notice__text">{message}</p>
  </div>
)
