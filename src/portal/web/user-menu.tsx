import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronDown, CircleUserRound } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { call, queryOf } from '#web/api.ts'
import { signOut, useUser } from '#web/session.ts'
import { clearToasts } from '#web/toast.ts'
import { accounts } from '#identity/contract.ts'
import { users } from '#customers/contract.ts'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { greeting } from './greeting.ts'
import bar from '#web/shell/bar-button.module.css'
import styles from './user-menu.module.css'

export function UserMenu() {
  const user = useUser()
  const signOut = useSignOut()
  const { isOpen, box, button, menu, item } = useMenu()
  const business = user && !user.isAdmin && !user.isSalesRep && user.companyName

  return (
    <div className={styles.box} {...box}>
      <button
        type="button"
        className={bar.button}
        aria-controls="user-menu"
        aria-describedby={business ? 'user-menu-business' : undefined}
        {...button}
      >
        <CircleUserRound size={20} aria-hidden />
        <span className={styles.title}>{greeting(user)}</span>
        <ChevronDown size={14} aria-hidden className={styles.chevron} />
      </button>
      {/* Not in the button, whose name is the greeting alone. */}
      {business && (
        <span id="user-menu-business" className={styles.business}>
          {business}
        </span>
      )}
      {isOpen && (
        <div id="user-menu" className={styles.menu} aria-label="User" {...menu}>
          {user ? (
            <>
              <Whose user={user} />
              <Link to="/profile" className={styles.item} {...item}>
                User Profile
              </Link>
              <Link to="/orderhistory" className={styles.item} {...item}>
                Order History
              </Link>
              <button type="button" className={styles.item} {...item} onClick={signOut}>
                Sign Out
              </button>
            </>
          ) : (
            <Link to="/signin" className={styles.item} {...item}>
              Sign In
            </Link>
          )}
        </div>
      )}
    </div>
  )
}

/** The business, account and ship-to of the user, as far as they are known. */
function Whose({ user: { email, companyName, isAdmin } }: { user: SignedInUser }) {
  const { data } = useQuery({
    ...queryOf(users.byEmail, { params: { email } }),
    staleTime: 300_000,
    enabled: !isAdmin,
  })
  const place = [data?.shipto_city, data?.shipto_state].filter(Boolean).join(', ')
  if (isAdmin || (!companyName && !data?.accountID && !place)) return null
  return (
    <p className={styles.whose}>
      {companyName && <strong>{companyName}</strong>}
      {data?.accountID && <span>Account {data.accountID}</span>}
      {place && <span>Ships to {place}</span>}
    </p>
  )
}

/** Signs out locally even if the server cannot be reached. */
const useSignOut = () => {
  const navigate = useNavigate()
  return () => {
    call(accounts.signOut).catch(() => {}) // sent with the current token; the session expires anyway
    signOut()
    clearToasts()
    void navigate({ to: '/signin' })
  }
}

/** A menu button by the ARIA pattern: arrow keys move, Escape and blur close, and the focus returns to the button. */
const useMenu = () => {
  const [isOpen, setIsOpen] = useState(false)
  const boxRef = useRef<HTMLDivElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)

  const items = () => [...(boxRef.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

  useEffect(() => {
    if (!isOpen) return undefined
    items()[0]?.focus({ focusVisible: false } as FocusOptions) // not in TypeScript's DOM types yet
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !boxRef.current?.contains(event.target)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  const close = () => {
    setIsOpen(false)
    buttonRef.current?.focus()
  }

  const move = (event: KeyboardEvent) => {
    const all = items()
    const here = all.indexOf(document.activeElement as HTMLElement) // -1 for any other element
    const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: all.length - 1 }[event.key]
    if (event.key === 'Escape') close()
    if (next === undefined) return
    event.preventDefault()
    all.at(next % all.length)?.focus()
  }

  const openWithArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || isOpen) return
    event.preventDefault()
    setIsOpen(true)
  }

  const closeWhenLeft = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && !boxRef.current?.contains(event.relatedTarget)) setIsOpen(false)
  }

  return {
    isOpen,
    box: { ref: boxRef, onBlur: closeWhenLeft },
    button: {
      ref: buttonRef,
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      onClick: () => setIsOpen(!isOpen),
      onKeyDown: openWithArrow,
    },
    menu: { role: 'menu', onKeyDown: move, onClick: close },
    item: { role: 'menuitem', tabIndex: -1 },
  } as const
}
