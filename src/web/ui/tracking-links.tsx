import { trackingLinks } from '#shared/tracking.ts'
import styles from './tracking-links.module.css'

interface Props {
  /** Comma-separated, as the ERP sends them. */
  codes: string | null
  shipVia: string
}

/** A link to the carrier for each tracking number; numbers of unknown format are plain text. */
export function TrackingLinks({ codes, shipVia }: Props) {
  const links = trackingLinks(codes, shipVia)
  if (links.length === 0) return null
  return (
    <span className={styles.links}>
      {links.map(({ number, carrier, link }, at) =>
        link ? (
          <a
            key={`${number}-${at}`}
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            title={`${carrier} ${number}`}
            aria-label={`${number}, track at ${carrier} (opens in a new tab)`}
          >
            {number}
          </a>
        ) : (
          <span key={`${number}-${at}`}>{number}</span>
        ),
      )}
    </span>
  )
}
