export type Figure = { title: string; count: number; path: string }

/** What there is of each kind, each with its list behind it. */
export const Figures = ({ figures }: { figures: Figure[] }) => (
  <ul class="figures">
    {figures.map(({ title, count, path }) => (
      <li class="figures__item">
        <a href={path}>{title}</a>
        <b class="figures__count">{count}</b>
      </li>
    ))}
  </ul>
)
