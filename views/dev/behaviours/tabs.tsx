import { Tabs } from '../../shared/tabs.tsx'

/** One row of tabs, with a link from elsewhere in the page that leads to its last. */
export const TabsExamples = () => (
  <>
    <p>
      <a href="#nutrition">What is in it?</a>
    </p>
    <Tabs
      label="About the ribeye"
      tabs={[
        {
          id: 'story',
          title: 'Story',
          contents: <p>From one herd on open range, hung for three weeks before it is cut.</p>,
        },
        {
          id: 'cooking',
          title: 'Cooking',
          contents: (
            <p>Out of the refrigerator an hour before, then a very hot pan, and ten minutes of rest.</p>
          ),
        },
        {
          id: 'nutrition',
          title: 'Nutrition',
          contents: (
            <p>
              A quarter of a pound has 290 calories. <a href="/terms">What the label promises</a>
            </p>
          ),
        },
      ]}
    />
  </>
)
