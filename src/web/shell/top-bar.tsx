import { Link } from '@tanstack/react-router'
import { Menu, Moon, ShoppingCart, Sun } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useCartCount } from '#cart/web/hooks.ts'
import { useMode } from '../display.ts'
import { ContactLine } from './contact-line.tsx'
import { Logo } from './logo.tsx'
import { SearchBox } from '#search/web/search-box.tsx'
import styles from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

const loadSideMenu = () => import('./side-menu.tsx')
const SideMenu = lazy(() => loadSideMenu().then((module) => ({ default: module.SideMenu })))

export function TopBar() {
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const { mode, switchMode } = useMode()

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
          onPointerEnter={() => void loadSideMenu()}
          onFocus={() => void loadSideMenu()}
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

function CartLink() {
  const count = useCartCount()
  return (
    <Link to="/cart" className={styles.cart}>
      <ShoppingCart size={20} aria-hidden />
      <span className={styles.word}>Cart </span>
      {count > 0 && (
        <>
          <span className={styles.count}>{count.toLocaleString('en-US')}</span>
          <span className={styles.unseen}> {count === 1 ? 'item' : 'items'}</span>
        </>
      )}
    </Link>
  )
}
