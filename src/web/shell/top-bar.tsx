import { Link } from '@tanstack/react-router'
import { Menu, Moon, Sun } from 'lucide-react'
import { Suspense, useContext, useState } from 'react'
import { contactWords, demoWords } from '#shared/contact-words.ts'
import { useMode } from '../display.ts'
import { portalSettings } from '../portal-settings.ts'
import { SlotsContext } from '../slots.ts'
import bar from './bar-button.module.css'
import { BrandMark } from './brand-mark.tsx'
import styles from './top-bar.module.css'

export function TopBar() {
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const { mode, switchMode } = useMode()
  const { SearchBox, UserMenu, CartLink, SideMenu } = useContext(SlotsContext)

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
          className={bar.button}
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
      {wasOpened && (
        <Suspense>
          <SideMenu isOpen={isOpen} close={() => setIsOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}

function Logo() {
  return (
    <Link to="/" className={styles.logo}>
      <BrandMark />
    </Link>
  )
}

const contact = contactWords(portalSettings)
const demo = demoWords(portalSettings)

/** The same words stand in the page before it has loaded. */
function ContactLine() {
  if (contact.length + demo.length === 0) return null
  return (
    <div className={styles.strip}>
      <p className={styles.line}>
        <Words words={contact} />
      </p>
      {demo.length > 0 && (
        <p className={styles.demo}>
          <Words words={demo} />
        </p>
      )}
    </div>
  )
}

function Words({ words }: { words: typeof contact }) {
  return words.map(({ text, href }) =>
    href ? (
      <a key={text} href={href}>
        {text}
      </a>
    ) : (
      text
    ),
  )
}
