import { Link } from '@tanstack/react-router'
import { Menu, Moon, Search, Sun } from 'lucide-react'
import { useMediaQuery } from '@mantine/hooks'
import { Suspense, useContext, useEffect, useState } from 'react'
import { useMode } from '../display.ts'
import { useUser } from '../session.ts'
import { SlotsContext } from '../slots.ts'
import bar from './bar-button.module.css'
import { BrandMark } from './brand-mark.tsx'
import { ContactLine } from './contact-line.tsx'
import styles from './top-bar.module.css'

export function TopBar() {
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const { mode, switchMode } = useMode()
  // The key resets the search box when the user changes.
  const user = useUser()
  const userId = user?._id ?? 'guest'
  const { SearchBox, UserMenu, CartLink, SideMenu, PageLinks } = useContext(SlotsContext)
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const isScrolled = useScrolled()

  const toggle = () => {
    setWasOpened(true)
    setIsOpen(!isOpen)
  }

  return (
    <header className={styles.header}>
      <ContactLine className={styles.strip} />
      <div className={styles.bar}>
        <button
          type="button"
          className={bar.button}
          aria-label={isOpen ? 'Close menu' : 'Open menu'}
          aria-expanded={isOpen}
          onClick={toggle}
          onPointerEnter={() => void SideMenu.preload()}
          onFocus={() => void SideMenu.preload()}
        >
          <Menu size={20} aria-hidden />
        </button>
        <Logo />
        {!isPhone && <SearchBox key={userId} />}
        <div className={styles.actions}>
          {isPhone && isScrolled && (
            <button type="button" className={bar.button} aria-label="Go to the search" onClick={goToSearch}>
              <Search size={19} aria-hidden />
            </button>
          )}
          <button
            type="button"
            className={bar.button}
            aria-label={mode === 'dark' ? 'Switch to light mode' : 'Switch to dark mode'}
            onClick={switchMode}
          >
            {mode === 'dark' ? <Sun size={19} aria-hidden /> : <Moon size={19} aria-hidden />}
          </button>
          <UserMenu />
          <CartLink />
        </div>
      </div>
      {isPhone && (
        <div className={styles.searchRow}>
          <SearchBox key={userId} />
        </div>
      )}
      {user && !user.isAdmin && (
        <div className={styles.links}>
          <Suspense>
            <PageLinks />
          </Suspense>
        </div>
      )}
      {wasOpened && (
        <Suspense>
          <SideMenu isOpen={isOpen} close={() => setIsOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}

/** Whether the search box of a phone has left the window. */
const useScrolled = (): boolean => {
  const [isScrolled, setIsScrolled] = useState(false)
  useEffect(() => {
    const look = () => setIsScrolled(scrollY > 80)
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return isScrolled
}

/** On phones the search box scrolls away with the page, so scroll up to it. */
const goToSearch = () => {
  scrollTo({ top: 0 })
  document.querySelector<HTMLInputElement>('input[type="search"][name="query"]')?.select()
}

function Logo() {
  return (
    <Link to="/" className={styles.logo}>
      <BrandMark />
    </Link>
  )
}
