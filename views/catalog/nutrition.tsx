const ROWS: readonly [key: string, label: string, unit: string][] = [
  ['calories', 'Calories', ''],
  ['proteinGrams', 'Protein', ' g'],
  ['fatGrams', 'Fat', ' g'],
  ['saturatedFatGrams', 'of which saturated', ' g'],
  ['carbohydrateGrams', 'Carbohydrate', ' g'],
  ['cholesterolMg', 'Cholesterol', ' mg'],
  ['sodiumMg', 'Sodium', ' mg'],
]

/** What a serving holds. Only what the farm or the lab gave us is listed. */
export function Nutrition({ facts }: { facts: Record<string, number> }) {
  const known = ROWS.filter(([key]) => facts[key] !== undefined)
  if (known.length === 0) return null
  return (
    <section class="product-story__part">
      <h2 class="product-story__title">Nutrition</h2>
      <table class="facts">
        <caption class="facts__caption">
          {facts.servingGrams === undefined ? 'Per serving' : `Per serving of ${facts.servingGrams} g`}, raw
        </caption>
        <tbody>
          {known.map(([key, label, unit]) => (
            <tr>
              <th scope="row">{label}</th>
              <td>
                {facts[key]}
                {unit}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
