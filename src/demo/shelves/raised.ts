/** How each farm raises, catches or makes what it sells, where one sentence serves several varieties. */
export const raised = {
  ashbySmokehouse: 'From six neighboring farms, on corn and acorns, outdoors in the fall.',
  bluestemRidgeBison:
    'On tallgrass prairie all its life, field-harvested at 30 months. No grain, no hormones.',
  calicheCreekWagyu:
    'On pasture to 14 months, then 400 days on barley, cottonseed hulls and hay. No hormones.',
  chiniakBaySetnet: 'Wild, from set nets and longlines off Kodiak, bled and iced on the beach.',
  coldTerraceTrout: 'In spring water at 58 °F, low density, no antibiotics.',
  dovetailFarm: 'Certified organic, on meadow behind the cows, with feed milled on the farm.',
  foglinePastures: 'On salt-wind coastal pasture with guardian dogs, no grain.',
  hollowayGrange: 'Purebred Berkshires in deep straw with open doors, on the farm’s own corn, oats and peas.',
  kestrelHollowPigs: 'Outdoors in family groups on pasture and in maple woods, with barley, whey and apples.',
  kestrelHollowBirds: 'Nine weeks, on fresh pasture every day from the third, with non-GMO grain.',
  ocotilloWashCattle: 'On native grama grass and browse to 28 months. No grain, hormones or antibiotics.',
  oldYokeFarm: 'On hill pasture and hay from birth to harvest at 27 months.',
  orchardGatePork: 'Farrowed in huts, finished 90 days under pear trees on windfalls, hazelnuts and barley.',
  pellAndDaughters: 'On bluegrass and clover at 3,000 feet, harvested at 8 to 10 months. No grain.',
  ridgeAndCoulee: 'Certified organic, on pasture and hay in the coulees.',
  ritoSecoSheep: 'Herded on summer range at 10,000 feet, wintered on ditch-watered alfalfa.',
  sandhillCrossing: 'On Sandhills grass to 15 months, then 140 days on the ranch’s own corn and hay.',
  threeLarksRanch: 'On grass and hay from birth to harvest at 26 months. No grain, hormones or antibiotics.',
  tuleSloughDucks: 'Outdoors with water to swim in, on rice stubble and milled grain, eight weeks.',
  whiteDrawBison: 'On open range in the southern Black Hills, winter and summer. No growth promoters.',
  winterbourneFarm: 'Made in small kettles in Craftsbury, from our own and our neighbors’ fields.',
} as const
