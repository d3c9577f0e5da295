export interface Tracking {
  number: string
  carrier: 'UPS' | 'FedEx'
  link: string
}

/** The numbers of a comma-separated list, leading zeros stripped, each with its carrier's page. */
export const trackingLinks = (codes: string | null | undefined, shipVia = ''): Tracking[] =>
  (codes ?? '')
    .split(',')
    .map((code) => code.trim().replace(/^0+/, ''))
    .filter((number) => number !== '')
    .map((number) => {
      const carrier = !number.includes('1Z') && shipVia.toUpperCase().includes('FEDEX') ? 'FedEx' : 'UPS'
      return { number, carrier, link: pageOf[carrier] + encodeURIComponent(number) }
    })

const pageOf = {
  UPS: 'https://www.ups.com/track?tracknum=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
} as const
