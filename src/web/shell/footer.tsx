import styles from './footer.module.css'

export function Footer() {
  return (
    <footer className={styles.footer}>
      <span>All rights reserved</span>
    </footer>
  )
}
