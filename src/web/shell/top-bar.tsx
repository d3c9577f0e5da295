import { Link } from '@tanstack/react-router'
import { Menu, Moon, Sun } from 'lucide-react'
import { Suspense, useContext, useState } from 'react'
import { contactWords, demoWords } from '#shared/contact-words.ts'
import { useMode } from '../display.ts'
import { portalSettings } from '../portal-settings.ts'
import { SlotsContext } from '../slots.ts'
import bar from './bar-button.module.css'
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
