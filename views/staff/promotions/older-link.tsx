export const OlderLink = ({ href }: { href: string | null }) =>
  href && (
    <p>
      <a class="button button--quiet" href={href}>
        Show older ones
      </a>
    </p>
  )
