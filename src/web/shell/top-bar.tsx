import { Menu, Moon, Sun } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useMode } from '../display.ts'
import { useSlots } from '../slots.ts'
import { ContactLine } from './contact-line.tsx'
import { Logo } from './logo.tsx'
import styles from './top-bar.module.css'

export function TopBar() {
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const { mode, switchMode } = useMode()
  const { SearchBox, UserMenu, CartLink, SideMenu } = useSlots()

  const toggle = () => {
    setWasOpened(true)
    setIsOpen(!isOpen)
  }

  return (
    <header className={styles.header}>
      <ContactLine />
      <div className={styles.bar}>
        <button
          type="button"
          className={styles.button}
          aria-label={isOpen ? 'Close menu' : 'Open menu'}
          aria-expanded={isOpen}
          onClick={toggle}
          onPointerEnter={() => void SideMenu.preload?.()}
          onFocus={() => void SideMenu.preload?.()}
        >
          <Menu size={20} aria-hidden />
        </button>
        <Logo />
        <SearchBox />
        <div className={styles.actions}>
          <button
            type="button"
            className={styles.button}
            aria-label={mode === 'dark' ? 'Switch to light mode' : 'Switch to dark mode'}
            onClick={switchMode}
          >
            {mode === 'dark' ? <Sun size={19} aria-hidden /> : <Moon size={19} aria-hidden />}
          </button>
          <UserMenu />
          <CartLink />
        </div>
      </div>
      {wasOpened && (
        <Suspense>
          <SideMenu isOpen={isOpen} close={() => setIsOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}
