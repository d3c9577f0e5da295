import { Alert } from '@mantine/core'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { incompleteMessage } from '../contract.ts'
import { fieldLabels, isUserField } from '../account-shapes.ts'
import { calledBy } from './called-by.ts'
import type { DialogProps } from './customer-dialog.tsx'
import styles from '#web/form/form.module.css'
import { useAcceptCustomer, useSameAccount } from './hooks.ts'

/** Says what an admin must know before a business may order, and leads to what is missing. */
export function AcceptDialog({ customer, isOpen, close }: DialogProps) {
  const { mutate, isPending, error } = useAcceptCustomer()
  const missing = Array.isArray(error?.details['missing']) ? error.details['missing'].map(String) : null
  if (missing) return <IncompleteDialog missing={missing} {...{ customer, isOpen, close }} />
  return (
    <Confirm
      isOpen={isOpen}
      question="Are you sure to accept?"
      answer="Accept"
      isPending={isPending}
      confirm={() =>
        mutate(
          { params: { id: customer._id } },
          {
            onSuccess: close,
            onError: ({ details }) => {
              if (!details['missing']) close()
            },
          },
        )
      }
      close={close}
    >
      <p>
        {calledBy(customer)} can sign in and order from then on
        {customer.accountID && ` and sees the invoices of account ${customer.accountID}`}.
      </p>
      <SameAccountNote customer={customer} isOpen={isOpen} />
      {customer.licenseState === 'expired' && (
        <Alert color="yellow">The license expired on {customer.licenseExpiryDate}: orders will be held.</Alert>
      )}
      {customer.licenseState === 'none' && (
        <Alert color="yellow">No expiry date of the license is known: it will not be checked.</Alert>
      )}
    </Confirm>
  )
}

function SameAccountNote({ customer, isOpen }: Pick<DialogProps, 'customer' | 'isOpen'>) {
  const { data = [] } = useSameAccount(isOpen && customer.accountID ? customer._id : null)
  if (data.length === 0) return null
  return (
    <Alert color="yellow" title="Another user holds the same Account ID" role="alert">
      <ul className={styles.differences}>
        {data.map((user) => (
          <li key={user._id}>
            {calledBy(user)}
            {user.isActive ? '' : ', waiting'}
          </li>
        ))}
      </ul>
      Accept only if this applicant belongs to that business.
    </Alert>
  )
}

function IncompleteDialog({ customer, isOpen, close, missing }: DialogProps & { missing: string[] }) {
  const named = missing.filter(isUserField).map((field) => fieldLabels[field])
  return (
    <Confirm isOpen={isOpen} question={incompleteMessage} answer="" close={close}>
      <p>Missing for {calledBy(customer)}:</p>
      <ul className={styles.missing}>
        {named.map((label) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
      <ButtonLink to="/admin/customer/$id" params={{ id: customer._id }} search={{ complete: '1' }}>
        Complete the profile
      </ButtonLink>
    </Confirm>
  )
}
