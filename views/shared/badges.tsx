import { isHighlight } from '#src/catalog/rules.ts'

export const Badges = ({ names, limit }: { names: string[]; limit: number }) =>
  names.length === 0 ? null : (
    <ul class="badges">
      {names.slice(0, limit).map((name) => (
        <li class={isHighlight(name) ? 'badge badge--highlight' : 'badge'}>{name}</li>
      ))}
    </ul>
  )
