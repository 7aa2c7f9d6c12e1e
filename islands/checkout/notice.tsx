/** @jsxImportSource react */

/** Looks like the server's notice (views/shared/notice.tsx). */
export const Notice = ({ message }: { message: string }) => (
  <div className="notice notice--danger" role="alert">
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="10" />
      <path d="M12 8v4M12 16h.01" />
    </svg>
    <p className="notice__text">{message}</p>
  </div>
)
