import { Callout } from '#web/ui/callout.tsx'
import styles from '#web/form/form.module.css'
import type { User } from '#identity/account-shapes.ts'
import { fullName } from '#shared/full-name.ts'
import { useColleagues } from './hooks.ts'

const maxNamed = 5

/** Names the other users that a change to the business affects; empty if there are none. */
export function BusinessNote({ user, fields }: { user: User; fields: string }) {
  const { data: colleagues = [] } = useColleagues(user._id)
  if (colleagues.length === 0) return null
  const named = colleagues.slice(0, maxNamed).map(fullName)
  const others = colleagues.length > named.length ? [`${colleagues.length - named.length} more`] : []
  return (
    <Callout
      title={`Applies to all ${colleagues.length + 1} users of ${user.companyName || `account ${user.accountID}`}`}
    >
      <p className={styles.note}>
        {fields} are shared with {new Intl.ListFormat('en').format([...named, ...others])}.
      </p>
    </Callout>
  )
}
