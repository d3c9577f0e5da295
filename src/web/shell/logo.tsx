import { Link } from '@tanstack/react-router'
import styles from './logo.module.css'

export function Logo() {
  return (
    <Link to="/" className={styles.logo}>
      <svg viewBox="5 3 22 26" aria-hidden="true" className={styles.jar}>
        <rect x="13.5" y="4.5" width="5" height="3" rx="1.5" />
        <rect x="8.5" y="8.2" width="15" height="3" rx="1.2" />
        <path
          fillRule="evenodd"
          d="M10.2 12.4h11.6c2.4 1.2 3.7 3.2 3.7 5.6v5.8a3.7 3.7 0 0 1-3.7 3.7H10.2a3.7 3.7 0 0 1-3.7-3.7V18c0-2.4 1.3-4.4 3.7-5.6Zm4.5 4v2.9h-2.9v2.6h2.9v2.9h2.6v-2.9h2.9v-2.6h-2.9v-2.9Z"
        />
      </svg>
      <span className={styles.word}>Apotheca</span>
    </Link>
  )
}
