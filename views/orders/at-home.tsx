import { Icon, type IconName } from '../shared/icon.tsx'

const AT_HOME: { icon: IconName; title: string; words: string }[] = [
  {
    icon: 'box',
    title: 'Open it today',
    words:
      'Everything should be frozen hard or very cold. If it isn’t, tell us within 14 days and we’ll make it right.',
  },
  {
    icon: 'storm',
    title: 'Leave the dry ice alone',
    words: 'Don’t touch it. Leave the box open in an airy spot and it’s gone by morning.',
  },
  {
    icon: 'clock',
    title: 'Freeze now, thaw later',
    words:
      'Put away what you won’t cook this week. Thaw it in the fridge, a day for every 4 lb, and never on the counter.',
  },
]

/** What to do with a box on its day. */
export const AtHome = () => (
  <section class="home-care" aria-labelledby="at_home">
    <h2 class="home-care__title" id="at_home">
      When it gets to you
    </h2>
    <ul class="at-home">
      {AT_HOME.map(({ icon, title, words }) => (
        <li class="at-home__note">
          <span class="at-home__mark">
            <Icon name={icon} />
          </span>
          <p>
            <b>{title}</b>
            {words}
          </p>
        </li>
      ))}
    </ul>
  </section>
)
