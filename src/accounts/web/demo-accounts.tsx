import type { Credentials } from './sign-in-form.tsx'
import styles from './demo-accounts.module.css'

const password = 'apotheca-demo'

const accounts = [
  { email: 'buyer@demo.example', role: 'Customer' },
  { email: 'buyer2@demo.example', role: 'Another customer' },
  { email: 'rep@demo.example', role: 'Sales Rep' },
  { email: 'admin@demo.example', role: 'Admin' },
]

/** Only in the demo, where these accounts exist. */
export function DemoAccounts({ choose }: { choose: (account: Credentials) => void }) {
  return (
    <section className={styles.card} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts" className={styles.title}>
        Demo accounts
      </h2>
      <p className={styles.note}>
        Password of all: <code>{password}</code>
      </p>
      <ul className={styles.list}>
        {accounts.map(({ email, role }) => (
          <li key={email}>
            <button type="button" className={styles.account} onClick={() => choose({ email, password })}>
              <span className={styles.email}>{email}</span>
              <span className={styles.role}>{role}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
