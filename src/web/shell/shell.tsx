import { Outlet } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useFullBox } from '../display.ts'
import { Footer } from './footer.tsx'
import styles from './shell.module.css'
import { Toasts } from './toasts.tsx'
import { TopBar } from './top-bar.tsx'
import { usePageChange } from './use-page-change.ts'

export function Shell() {
  const fullBox = useFullBox()
  usePageChange()

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <TopBar />
      <main id="main" tabIndex={-1} className={styles.main} data-full={fullBox || undefined}>
        <Outlet />
      </main>
      <Footer />
      <Toasts />
    </div>
  )
}

/** By hand, so that the address keeps its state and gains no hash. */
const skipToMain = (event: MouseEvent) => {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
