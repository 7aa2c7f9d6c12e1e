export const countries =
  'US CA GB AU AT BE BR CH CL CN CO CZ DE DK EE ES FI FR GR HK HU IE IL IN IS IT JP KR LT LU LV MX NL NO NZ PH PL PR PT RO SE SG SI SK TH TR TW ZA'.split(
    ' ',
  )

const names = new Intl.DisplayNames('en', { type: 'region' })

export const countryName = (code: string) => names.of(code) ?? code
