export const recalledWords = (lots: string[]) =>
  `${lots.length === 1 ? `Lot ${lots[0]} was` : `Lots ${lots.join(' and ')} were`} recalled. Set this box aside with everything in it. Don’t put any of it back on a shelf.`
