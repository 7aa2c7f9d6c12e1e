import type { Child } from 'hono/jsx'

type Tab = {
  id: string
  title: string
  contents: Child
}

/** One panel shows at a time. Without scripts they all do, and the tabs are links to them. */
export const Tabs = ({ label, tabs }: { label: string; tabs: Tab[] }) => (
  <div class="tabs" data-controller="tabs" data-action={ACTIONS}>
    <nav class="tabs__list" aria-label={label} data-tabs-target="list">
      {tabs.map(({ id, title }) => (
        <a
          id={id}
          class="tabs__tab"
          href={`#${id}_panel`}
          data-tabs-target="tab"
          data-action="tabs#choose keydown->tabs#step"
        >
          {title}
        </a>
      ))}
    </nav>
    {tabs.map(({ id, contents }) => (
      <section id={`${id}_panel`} class="tabs__panel" aria-labelledby={id} data-tabs-target="panel">
        {contents}
      </section>
    ))}
  </div>
)

const ACTIONS = 'hashchange@window->tabs#selectFromHash turbo:before-morph-attribute->tabs#keep'
