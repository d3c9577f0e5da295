import encodeQR from 'qr'
import styles from './factors.module.css'

/** Drawn locally, because the text is a secret. */
export function QrCode({ text }: { text: string }) {
  const drawing = encodeQR(text, 'svg', { ecc: 'medium', border: 4 })
  return (
    <img
      className={styles.qr}
      alt="QR code for the authenticator app"
      src={`data:image/svg+xml,${encodeURIComponent(drawing)}`}
    />
  )
}
