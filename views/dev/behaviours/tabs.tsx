import { Tabs } from '../../shared/tabs.tsx'

export const TabsExamples = () => (
  <>
    <p>
      <a href="#nutrition">What's in it?</a>
    </p>
    <Tabs
      label="About the ribeye"
      tabs={[
        {
          id: 'story',
          title: 'Story',
          contents: <p>From one herd on open range, aged three weeks before cutting.</p>,
        },
        {
          id: 'cooking',
          title: 'Cooking',
          contents: (
            <p>
              Take it out of the fridge an hour ahead. Sear it in a very hot pan, then rest it ten minutes.
            </p>
          ),
        },
        {
          id: 'nutrition',
          title: 'Nutrition',
          contents: (
            <p>
              A quarter pound has 290 calories. <a href="/terms">What the label promises</a>
            </p>
          ),
        },
      ]}
    />
  </>
)
