import { route } from './route.ts'

const wavePage = ({ center = '', waveId = '' }: Record<string, string>): string =>
  backOfficePaths.wave(center, waveId)

const packingOfWave = ({ center = '', waveId = '' }: Record<string, string>): string =>
  backOfficePaths.packing(center, waveId)
const recallPage = ({ center = '', recallId = '' }: Record<string, string>): string =>
  backOfficePaths.recall(center, recallId)
const farmOfferPage = ({ farm = '', offerToken = '' }: Record<string, string>): string =>
  backOfficePaths.farmOffer(farm, offerToken)

/** Part of `paths`: where clerks and farms work. */
export const backOfficePaths = {
  // Fulfillment
  fulfillment: route('GET', '/fulfillment'),
  center: route('GET', '/fulfillment/:center'),
  centerOrders: route('GET', '/fulfillment/:center/orders'),
  exportOrders: route('POST', '/fulfillment/:center/orders/export', {
    formPage: ({ center = '' }): string => backOfficePaths.centerOrders(center),
  }),
  waves: route('GET', '/fulfillment/:center/packing_waves'),
  wave: route('GET', '/fulfillment/:center/packing_waves/:waveId'),
  exportWaveAgain: route('POST', '/fulfillment/:center/packing_waves/:waveId/files', { formPage: wavePage }),
  slips: route('GET', '/fulfillment/:center/packing_waves/:waveId/slips'),
  slip: (center: string, waveId: number, orderToken: string) =>
    `${backOfficePaths.slips(center, waveId)}?${new URLSearchParams([['order_tokens[]', orderToken]])}`,
  pickList: route('GET', '/fulfillment/:center/packing_waves/:waveId/pick_list'),
  packing: route('GET', '/fulfillment/:center/packing_waves/:waveId/pack'),
  scanPackage: route('POST', '/fulfillment/:center/packing_waves/:waveId/scan', { formPage: packingOfWave }),
  unscanPackage: route('POST', '/fulfillment/:center/packing_waves/:waveId/unscan', {
    formPage: packingOfWave,
  }),
  weighPackage: route('POST', '/fulfillment/:center/packing_waves/:waveId/weigh', {
    formPage: packingOfWave,
  }),
  shortBox: route('POST', '/fulfillment/:center/packing_waves/:waveId/short', { formPage: packingOfWave }),
  packBoxes: route('POST', '/fulfillment/:center/packing_waves/:waveId/packed', { formPage: wavePage }),
  shipBoxes: route('POST', '/fulfillment/:center/packing_waves/:waveId/shipped', { formPage: wavePage }),
  removeBoxes: route('POST', '/fulfillment/:center/packing_waves/:waveId/remove', { formPage: wavePage }),
  voidWave: route('POST', '/fulfillment/:center/packing_waves/:waveId/void', { formPage: wavePage }),
  buyLabels: route('POST', '/fulfillment/:center/packing_waves/:waveId/labels', { formPage: wavePage }),
  voidLabels: route('POST', '/fulfillment/:center/packing_waves/:waveId/labels/void', { formPage: wavePage }),
  labelsPdf: route('GET', '/fulfillment/:center/packing_waves/:waveId/labels.pdf'),
  labelsZpl: route('GET', '/fulfillment/:center/packing_waves/:waveId/labels.zpl'),
  makeManifests: route('POST', '/fulfillment/:center/manifests', {
    formPage: ({ center = '' }): string => backOfficePaths.waves(center),
  }),
  manifest: route('GET', '/fulfillment/:center/manifests/:manifestId'),
  waveBox: route('GET', '/fulfillment/:center/packing_waves/:waveId/boxes/:orderToken'),
  changePackaging: route('POST', '/fulfillment/:center/packing_waves/:waveId/boxes/:orderToken/packaging', {
    formPage: ({ center = '', waveId = '', orderToken = '' }): string =>
      backOfficePaths.waveBox(center, waveId, orderToken),
  }),
  weatherAlerts: route('GET POST', '/fulfillment/:center/weather_alerts'),
  weatherAlert: route('GET POST', '/fulfillment/:center/weather_alerts/:alertId'),
  clearWeatherAlert: route('POST', '/fulfillment/:center/weather_alerts/:alertId/clear', {
    formPage: ({ center = '', alertId = '' }): string => backOfficePaths.weatherAlert(center, alertId),
  }),
  centerCalendar: route('GET POST', '/fulfillment/:center/calendar'),
  job: route('GET', '/jobs/:jobId'),
  cancelJob: route('POST', '/jobs/:jobId/cancel', {
    formPage: ({ jobId = '' }): string => backOfficePaths.job(jobId),
  }),
  download: route('GET', '/downloads/:fileToken'),
  receiving: route('GET POST', '/fulfillment/:center/receiving'),
  delivery: route('GET', '/fulfillment/:center/receiving/:deliveryId'),
  checkIn: route('POST', '/fulfillment/:center/receiving/:deliveryId/check_in', {
    formPage: ({ center = '', deliveryId = '' }): string => backOfficePaths.delivery(center, deliveryId),
  }),
  recalls: route('GET POST', '/fulfillment/:center/recalls'),
  recall: route('GET POST', '/fulfillment/:center/recalls/:recallId'),
  recallList: route('GET', '/fulfillment/:center/recalls/:recallId/list.csv'),
  recallCase: route('POST', '/fulfillment/:center/recalls/:recallId/case', { formPage: recallPage }),
  recallCalled: route('POST', '/fulfillment/:center/recalls/:recallId/called', { formPage: recallPage }),
  sendRecall: route('POST', '/fulfillment/:center/recalls/:recallId/send', { formPage: recallPage }),
  centerInventory: route('GET', '/fulfillment/:center/inventory'),
  centerOffer: route('GET', '/fulfillment/:center/inventory/:offerToken'),
  packLabels: route('GET', '/fulfillment/:center/inventory/:offerToken/labels'),
  adjustStock: route('POST', '/fulfillment/:center/inventory/:offerToken/adjust', {
    formPage: ({ center = '', offerToken = '' }): string => backOfficePaths.centerOffer(center, offerToken),
  }),
  setShelf: route('POST', '/fulfillment/:center/inventory/:offerToken/shelf', {
    formPage: ({ center = '', offerToken = '' }): string => backOfficePaths.centerOffer(center, offerToken),
  }),

  // Farms
  vendor: route('GET', '/vendor'),
  farmDesk: route('GET', '/vendor/:farm'),
  farmInventory: route('GET', '/vendor/:farm/inventory'),
  farmDemand: route('GET', '/vendor/:farm/demand'),
  farmOffer: route('GET', '/vendor/:farm/inventory/:offerToken'),
  farmDeliveries: route('GET', '/vendor/:farm/deliveries'),
  correctDelivery: route('POST', '/vendor/:farm/deliveries/:deliveryId', {
    formPage: ({ farm = '' }): string => backOfficePaths.farmDeliveries(farm),
  }),
  farmReviews: route('GET', '/vendor/:farm/reviews'),
  answerReview: route('POST', '/vendor/:farm/reviews/:reviewToken', {
    formPage: ({ farm = '' }): string => backOfficePaths.farmReviews(farm),
  }),
  farmStatements: route('GET', '/vendor/:farm/statements'),
  farmStatement: route('GET', '/vendor/:farm/statements/:period'),
  farmStatementCsv: route('GET', '/vendor/:farm/statements/:period/lines.csv'),
  announceIncoming: route('POST', '/vendor/:farm/inventory/:offerToken/incoming', {
    formPage: farmOfferPage,
  }),
  proposePrice: route('POST', '/vendor/:farm/inventory/:offerToken/price', { formPage: farmOfferPage }),
  pauseOffer: route('POST', '/vendor/:farm/inventory/:offerToken/pause', { formPage: farmOfferPage }),
  resumeOffer: route('POST', '/vendor/:farm/inventory/:offerToken/resume', { formPage: farmOfferPage }),
} as const
