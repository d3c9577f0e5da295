import { portalSettings } from '../portal-settings.ts'

/** A link that opens in a new tab, so that forms keep their input. */
export function TermsOfSale() {
  const { terms } = portalSettings.brand.legal
  if (!terms) return 'terms of sale'
  return (
    <a href={terms} target="_blank" rel="noreferrer">
      terms of sale
    </a>
  )
}
