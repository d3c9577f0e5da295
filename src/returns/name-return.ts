/** A request has its number from the start; it is an authorization number once authorized. */
export const returnName = ({ number, isAuthorized }: { number: number; isAuthorized: boolean }): string =>
  isAuthorized ? `RMA-${number}` : `Return request ${number}`
