import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import type { User } from '../account-shapes.ts'
import { CustomerForm } from './customer-form.tsx'
import styles from '#web/form/form.module.css'
import { useEditedUser } from './hooks.ts'
import { UserStatus } from './user-status.tsx'

export function EditCustomerPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const { complete }: { complete?: unknown } = useSearch({ strict: false })
  const user = useEditedUser(id)
  const navigate = useNavigate()
  return (
    <div className={styles.wide}>
      <PageHeading title="Edit Customer" lead={user.data && <Lead user={user.data} />}>
        <ButtonLink variant="default" to="/admin/customerprices/$id" params={{ id }}>
          Prices of this customer
        </ButtonLink>
      </PageHeading>
      <QueryStates query={user}>
        {(customer) => (
          <CustomerForm
            key={customer._id}
            customer={customer}
            showsMissing={complete !== undefined}
            leave={() => void navigate({ to: '/admin/customers' })}
          />
        )}
      </QueryStates>
    </div>
  )
}

function Lead({ user }: { user: User }) {
  return (
    <span className={styles.head}>
      {user.companyName || user.email} <UserStatus user={user} />
    </span>
  )
}
