import { route } from './route.ts'

const statementPage = ({ slug = '', period = '' }: Record<string, string>): string =>
  staffPaths.staffStatement(slug, period)
const offerPage = ({ offerToken = '' }: Record<string, string>): string => staffPaths.staffOffer(offerToken)
const orderPage = ({ orderToken = '' }: Record<string, string>): string => staffPaths.staffOrder(orderToken)
const draftPage = ({ orderToken = '' }: Record<string, string>): string => staffPaths.staffDraft(orderToken)
const giftPage = ({ giftToken = '' }: Record<string, string>): string => staffPaths.corporateGift(giftToken)

const customerPage = ({ userToken = '' }: Record<string, string>): string =>
  staffPaths.staffCustomer(userToken)

/** Part of `paths`: where staff run the shop. */
export const staffPaths = {
  staff: route('GET', '/staff'),
  flags: route('GET', '/staff/flags'),
  flag: route('GET', '/staff/flags/:flagId'),
  assignFlag: route('POST', '/staff/flags/:flagId/assign', {
    formPage: ({ flagId = '' }): string => staffPaths.flag(flagId),
  }),
  resolveFlag: route('POST', '/staff/flags/:flagId/resolve', {
    formPage: ({ flagId = '' }): string => staffPaths.flag(flagId),
  }),
  staffOrders: route('GET POST', '/staff/orders'),
  staffOrdersCsv: route('POST', '/staff/orders.csv', { formPage: (): string => staffPaths.staffOrders() }),
  staffOrder: route('GET', '/staff/orders/:orderToken'),
  noteOrder: route('POST', '/staff/orders/:orderToken/notes', { formPage: orderPage }),
  resendMail: route('POST', '/staff/orders/:orderToken/resend', { formPage: orderPage }),
  refundOrderPart: route('POST', '/staff/orders/:orderToken/refund', { formPage: orderPage }),
  cancelByStaff: route('POST', '/staff/orders/:orderToken/cancel', { formPage: orderPage }),
  releaseOrder: route('POST', '/staff/orders/:orderToken/release', { formPage: orderPage }),
  moveOrder: route('POST', '/staff/orders/:orderToken/move', { formPage: orderPage }),
  staffEditOrder: route('GET POST', '/staff/orders/:orderToken/edit'),
  reshipOrder: route('POST', '/staff/orders/:orderToken/reship', { formPage: orderPage }),
  // Drafts
  /** Where a customer opens a draft. */
  payForDraft: route('GET POST', '/order/:orderToken/pay'),
  staffDrafts: route('GET POST', '/staff/drafts'),
  staffDraft: route('GET POST', '/staff/drafts/:orderToken'),
  deliverDraft: route('POST', '/staff/drafts/:orderToken/delivery', { formPage: draftPage }),
  dateDraft: route('POST', '/staff/drafts/:orderToken/date', { formPage: draftPage }),
  codeDraft: route('POST', '/staff/drafts/:orderToken/code', { formPage: draftPage }),
  decideDraft: route('POST', '/staff/drafts/:orderToken/price', { formPage: draftPage }),
  sendDraft: route('POST', '/staff/drafts/:orderToken/link', { formPage: draftPage }),
  revokeDraft: route('POST', '/staff/drafts/:orderToken/revoke', { formPage: draftPage }),
  chargeDraft: route('POST', '/staff/drafts/:orderToken/charge', { formPage: draftPage }),
  dropDraft: route('POST', '/staff/drafts/:orderToken/drop', { formPage: draftPage }),
  beginCorporateGift: route('POST', '/staff/drafts/:orderToken/many', { formPage: draftPage }),
  staffClaims: route('GET', '/staff/claims'),
  staffClaim: route('GET POST', '/staff/claims/:claimId'),
  staffClaimPhoto: route('GET', '/staff/claims/:claimId/photos/:photoToken'),
  staffReviews: route('GET', '/staff/reviews'),
  staffReview: route('GET POST', '/staff/reviews/:reviewId'),
  // Catalog
  staffCatalog: route('GET', '/staff/catalog'),
  importCatalog: route('GET POST', '/staff/catalog/import'),
  shownImport: route('GET POST', '/staff/catalog/import/:fileHash'),
  bulkEdit: route('GET POST', '/staff/catalog/bulk'),
  bulkEdits: route('GET', '/staff/catalog/bulk_edits'),
  madeBulkEdit: route('GET', '/staff/catalog/bulk_edits/:editToken'),
  undoBulkEdit: route('POST', '/staff/catalog/bulk_edits/:editToken/undo', {
    formPage: ({ editToken = '' }): string => staffPaths.madeBulkEdit(editToken),
  }),
  staffOffer: route('GET POST', '/staff/catalog/offers/:offerToken'),
  editOffer: route('POST', '/staff/catalog/offers/:offerToken/details', { formPage: offerPage }),
  pauseOfferByStaff: route('POST', '/staff/catalog/offers/:offerToken/pause', { formPage: offerPage }),
  correctStock: route('POST', '/staff/catalog/offers/:offerToken/stock', { formPage: offerPage }),
  comingPrices: route('GET', '/staff/catalog/prices'),
  withdrawPrice: route('POST', '/staff/catalog/prices/:changeId/withdraw', {
    formPage: (): string => staffPaths.comingPrices(),
  }),
  acceptPrice: route('POST', '/staff/price_proposals/:proposalId/accept', {
    formPage: (): string => staffPaths.comingPrices(),
  }),
  refusePrice: route('POST', '/staff/price_proposals/:proposalId/refuse', {
    formPage: (): string => staffPaths.comingPrices(),
  }),
  pictureUpload: route('GET', '/staff/catalog/uploads/:uploadHash'),
  varietyPictures: route('GET POST', '/staff/catalog/varieties/:varietySlug/pictures'),
  varietyPicture: route('GET POST', '/staff/catalog/varieties/:varietySlug/pictures/:uploadHash'),
  farmPictures: route('GET POST', '/staff/catalog/farms/:farm/pictures'),
  farmPicture: route('GET POST', '/staff/catalog/farms/:farm/pictures/:uploadHash'),
  addOffer: route('GET POST', '/staff/catalog/varieties/:varietySlug/offers'),
  staffVariety: route('GET POST', '/staff/catalog/varieties/:varietySlug'),
  staffFarms: route('GET POST', '/staff/catalog/farms'),
  addVariety: route('GET POST', '/staff/catalog/farms/:farm/varieties'),
  staffFarm: route('GET POST', '/staff/catalog/farms/:farm'),
  staffBundles: route('GET POST', '/staff/catalog/bundles'),
  staffBundle: route('GET POST', '/staff/catalog/bundles/:handle'),
  // Promotions
  staffPromotions: route('GET POST', '/staff/promotions'),
  staffPromotion: route('GET POST', '/staff/promotions/:promotionId'),
  stopPromotion: route('POST', '/staff/promotions/:promotionId/stop', {
    formPage: ({ promotionId = '' }): string => staffPaths.staffPromotion(promotionId),
  }),
  staffGiftCards: route('GET POST', '/staff/promotions/gift_cards'),
  freezeGiftCard: route('POST', '/staff/promotions/gift_cards/:cardId/freeze', {
    formPage: (): string => staffPaths.staffGiftCards(),
  }),
  staffRewards: route('GET POST', '/staff/promotions/rewards'),
  endReward: route('POST', '/staff/promotions/rewards/:rewardId/end', {
    formPage: (): string => staffPaths.staffRewards(),
  }),
  staffMembers: route('GET', '/staff/members'),
  staffSettings: route('GET', '/staff/settings'),
  staffSetting: route('GET POST', '/staff/settings/:group'),
  staffJobs: route('GET', '/staff/jobs'),
  dataRequests: route('GET', '/staff/data-requests'),
  decideDataRequest: route('POST', '/staff/data-requests/:requestToken', {
    formPage: (): string => staffPaths.dataRequests(),
  }),
  staffStock: route('GET', '/staff/stock'),
  staffExports: route('GET', '/staff/exports'),
  staffExport: route('POST', '/staff/exports/:handle', { formPage: (): string => staffPaths.staffExports() }),
  staffExportJob: route('GET', '/staff/exports/jobs/:exportToken'),
  staffExportFile: route('GET', '/staff/exports/jobs/:exportToken/file'),
  staffReports: route('GET', '/staff/reports'),
  staffAudit: route('GET', '/staff/audit'),

  // Customers
  staffCustomers: route('GET', '/staff/customers'),
  staffCustomersCsv: route('POST', '/staff/customers.csv', {
    formPage: (): string => staffPaths.staffCustomers(),
  }),
  staffCustomer: route('GET', '/staff/customers/:userToken'),
  customerNotes: route('POST', '/staff/customers/:userToken/notes', { formPage: customerPage }),
  customerCredit: route('POST', '/staff/customers/:userToken/credit', { formPage: customerPage }),
  decideCredit: route('POST', '/staff/customers/:userToken/credit/:creditToken', { formPage: customerPage }),
  mergeCustomer: route('GET POST', '/staff/customers/:userToken/merge'),
  signOutCustomer: route('POST', '/staff/customers/:userToken/sign_out', { formPage: customerPage }),

  // People of the back office, and the second step of their sign-in
  staffPeople: route('GET POST', '/staff/people'),
  requireFactor: route('POST', '/staff/second_factor', {
    formPage: (): string => staffPaths.staffPeople(),
  }),
  withdrawInvitation: route('POST', '/staff/people/invitations/:invitationToken/withdraw', {
    formPage: (): string => staffPaths.staffPeople(),
  }),
  staffPerson: route('GET', '/staff/people/:userToken'),
  removeRole: route('POST', '/staff/people/:userToken/remove', {
    formPage: ({ userToken = '' }): string => staffPaths.staffPerson(userToken),
  }),
  resetFactor: route('POST', '/staff/people/:userToken/reset_factor', {
    formPage: ({ userToken = '' }): string => staffPaths.staffPerson(userToken),
  }),
  invitation: route('GET POST', '/invitations/:secret'),
  secondStep: route('GET POST', '/signin/second-step'),
  secondFactor: route('GET', '/account/second-factor'),
  confirmTotp: route('POST', '/account/second-factor/app', {
    formPage: (): string => staffPaths.secondFactor(),
  }),
  renewRecoveryCodes: route('POST', '/account/second-factor/recovery-codes', {
    formPage: (): string => staffPaths.secondFactor(),
  }),
  removeFactor: route('POST', '/account/second-factor/remove', {
    formPage: (): string => staffPaths.secondFactor(),
  }),
  staffGifting: route('GET', '/staff/gifting'),
  corporateGift: route('GET POST', '/staff/gifting/:giftToken'),
  removeRefusedBoxes: route('POST', '/staff/gifting/:giftToken/remove_refused', { formPage: giftPage }),
  quoteGift: route('POST', '/staff/gifting/:giftToken/quote', { formPage: giftPage }),
  takeQuoteBack: route('POST', '/staff/gifting/:giftToken/take_back', { formPage: giftPage }),
  moveGiftBox: route('POST', '/staff/gifting/:giftToken/move', { formPage: giftPage }),
  tryBoxesAgain: route('POST', '/staff/gifting/:giftToken/try_again', { formPage: giftPage }),
  returnGiftRest: route('POST', '/staff/gifting/:giftToken/return', { formPage: giftPage }),

  // Farms' money
  staffStatements: route('GET', '/staff/statements'),
  staffStatement: route('GET', '/staff/statements/:slug/:period'),
  staffStatementCsv: route('GET', '/staff/statements/:slug/:period/lines.csv'),
  closeStatement: route('POST', '/staff/statements/:slug/:period/close', { formPage: statementPage }),
  recordPayout: route('POST', '/staff/statements/:slug/:period/payouts', { formPage: statementPage }),
  takeBackPayout: route('POST', '/staff/statements/:slug/:period/payouts/:payoutId/take_back', {
    formPage: statementPage,
  }),
  farmTerms: route('GET POST', '/staff/farms/:slug/terms'),
  chargeClaim: route('POST', '/staff/claims/:claimId/charge', {
    formPage: ({ claimId = '' }): string => staffPaths.staffClaim(claimId),
  }),
} as const
