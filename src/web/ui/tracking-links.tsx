import { useState } from 'react'
import { trackingLinks } from '#shared/tracking.ts'
import styles from './tracking-links.module.css'

interface Props {
  /** Comma-separated, as the ERP sends them. */
  codes: string | null
  shipVia: string
  /** Shows several numbers as `2 parcels` until pressed, so that rows of a list have one height; paper shows them all. */
  isFolded?: boolean
}

/** A link to the carrier for each tracking number; numbers of unknown format are plain text. */
export function TrackingLinks({ codes, shipVia, isFolded = false }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const links = trackingLinks(codes, shipVia)
  if (links.length === 0) return null
  const hasFold = isFolded && links.length > 1
  const isOne = isFolded && !hasFold
  return (
    <>
      {hasFold && (
        <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {links.length} parcels
        </button>
      )}
      <span className={styles.links} data-folded={(hasFold && !isOpen) || undefined} data-one={isOne || undefined}>
        {links.map(({ number, carrier, link }, at) =>
          link ? (
            <a
              key={`${number}-${at}`}
              href={link}
              target="_blank"
              rel="noopener noreferrer"
              title={`${carrier} ${number}`}
              // Has the visible words, too.
              aria-label={`${isOne ? '1 parcel, ' : ''}${number}, track at ${carrier} (opens in a new tab)`}
            >
              <span>{number}</span>
              {isOne && <span aria-hidden="true">1 parcel</span>}
            </a>
          ) : (
            <span key={`${number}-${at}`}>{number}</span>
          ),
        )}
      </span>
    </>
  )
}
