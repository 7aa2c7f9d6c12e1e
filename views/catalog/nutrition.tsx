const ROWS: readonly [key: string, label: string, unit: string][] = [
  ['calories', 'Calories', ''],
  ['proteinGrams', 'Protein', ' g'],
  ['fatGrams', 'Fat', ' g'],
  ['saturatedFatGrams', 'Saturated fat', ' g'],
  ['carbohydrateGrams', 'Carbohydrate', ' g'],
  ['cholesterolMg', 'Cholesterol', ' mg'],
  ['sodiumMg', 'Sodium', ' mg'],
]

export function Nutrition({ facts }: { facts: Record<string, number> }) {
  const known = ROWS.filter(([key]) => facts[key] !== undefined)
  if (known.length === 0) return null
  return (
    <section class="product-story__part">
      <h2 class="product-story__title">Nutrition</h2>
      <table class="facts">
        <caption class="facts__caption">
          {facts.servingGrams === undefined ? 'Per serving' : `Per ${servingSize(facts.servingGrams)}`}, raw
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

const GRAMS_PER_OUNCE = 28.35

const servingSize = (grams: number) => `${Number((grams / GRAMS_PER_OUNCE).toFixed(1))} oz (${grams} g)`
