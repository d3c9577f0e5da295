import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronDown, CircleUserRound } from 'lucide-react'
import { call } from '#web/api.ts'
import { leave, rememberWanted, useUser } from '#web/session.ts'
import { clearToasts } from '#web/toast.ts'
import { accounts } from '../contract.ts'
import { greeting } from './greeting.ts'
import { useMenu } from './use-menu.ts'
import styles from './user-menu.module.css'

export function UserMenu() {
  const user = useUser()
  const signOut = useSignOut()
  const { isOpen, box, button, menu, item } = useMenu()

  return (
    <div className={styles.box} {...box}>
      <button type="button" className={styles.target} aria-controls="user-menu" {...button}>
        <CircleUserRound size={20} aria-hidden />
        <span className={styles.title}>{greeting(user)}</span>
        <ChevronDown size={14} aria-hidden className={styles.chevron} />
      </button>
      {isOpen && (
        <div id="user-menu" className={styles.menu} aria-label="User" {...menu}>
          {user ? (
            <>
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

/** Nothing of this user stays in the browser, whether or not the server can be reached. */
const useSignOut = () => {
  const navigate = useNavigate()
  return () => {
    call(accounts.signOut).catch(() => {}) // with the token of now; the session would otherwise end by its age
    leave()
    rememberWanted(null)
    clearToasts()
    void navigate({ to: '/signin' })
  }
}
