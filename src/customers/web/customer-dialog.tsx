import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Callout } from '#web/ui/callout.tsx'
import text from '#web/ui/text.module.css'
import styles from '#web/form/form.module.css'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Day } from '#web/ui/day.tsx'
import type { CustomerRow } from '../customer-shapes.ts'
import { fieldLabels, isUserField } from '#identity/field-shapes.ts'
import { incompleteMessage } from '../contract.ts'
import { calledBy } from '#identity/web/called-by.ts'
import {
  useAcceptCustomer,
  useConvertCustomer,
  useDeleteUser,
  useRejectCustomer,
  useSameAccount,
  useColleagues,
} from './hooks.ts'
import { useSendEmailProof } from '#identity/web/use-email-proof.ts'
import { JoinDialog, useJoining } from './join-dialog.tsx'
import { LicenseFacts } from './license-facts.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { ReasonField } from '#identity/web/reason-field.tsx'

export type CustomerAction = 'accept' | 'reject' | 'delete' | 'convert'
export interface PendingAction {
  act: CustomerAction
  customer: CustomerRow
}

interface Props {
  asked: PendingAction | null
  close: () => void
  /** Called when a user of the business was rejected, deleted or converted. */
  gone?: (id: string) => void
}

/** One dialog at a time, for one customer; the last one stays readable while it fades out. */
export function CustomerDialog({ asked, close, gone }: Props) {
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  if (!shown) return null
  const { act, customer } = shown
  const given = { customer, isOpen: asked !== null, close, gone }
  const key = `${act}-${customer._id}`
  if (act === 'accept') return <AcceptDialog key={key} {...given} />
  if (act === 'convert') return <ConvertDialog key={key} {...given} />
  return act === 'reject' ? <RejectDialog key={key} {...given} /> : <DeleteDialog key={key} {...given} />
}

interface DialogProps {
  customer: CustomerRow
  isOpen: boolean
  close: () => void
  gone?: ((id: string) => void) | undefined
}

/** Shows what an admin must know before accepting a business, and links to missing fields. */
function AcceptDialog({ customer, isOpen, close }: DialogProps) {
  const accept = useAcceptCustomer()
  const { error } = accept
  const [reason, setReason] = useState('')
  const joining = useJoining(accept)
  const missing = Array.isArray(error?.details['missing']) ? error.details['missing'].map(String) : null
  if (missing) return <IncompleteDialog missing={missing} {...{ customer, isOpen, close }} />
  return (
    <>
      <Confirm
        isOpen={isOpen}
        question="Are you sure to accept?"
        answer="Accept"
        isPending={joining.isPending}
        isBlocked={!customer.isEmailProven && !reason.trim()}
        confirm={() =>
          joining.send(
            { params: { id: customer._id }, query: { reason } },
            {
              who: customer,
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
          {calledBy(customer)} will be able to sign in and order
          {customer.accountID && ` and see the invoices of account ${customer.accountID}`}.
        </p>
        <LicenseFacts customer={customer} />
        {!customer.isEmailProven && <UnprovenNote customer={customer} reason={reason} setReason={setReason} />}
        <SameAccountNote customer={customer} isOpen={isOpen} />
        {customer.licenseState === 'expired' && (
          <Callout tone="warning">
            The license expired on <Day at={customer.licenseExpiryDate ?? null} />. Orders will be on hold.
          </Callout>
        )}
        {customer.licenseState === 'none' && (
          <Callout tone="warning">No license expiration date is on record, so it will not be checked.</Callout>
        )}
      </Confirm>
      <JoinDialog joining={joining} />
    </>
  )
}

interface UnprovenProps extends Pick<DialogProps, 'customer'> {
  reason: string
  setReason: (text: string) => void
}

function UnprovenNote({ customer, reason, setReason }: UnprovenProps) {
  const again = useSendEmailProof()
  return (
    <>
      <Callout tone="warning" title="Address not confirmed">
        <div className={styles.stack}>
          <span>
            The applicant has not opened the link we sent to {customer.email} and may not be who they claim to be.
            Accept only if you verified them another way, and enter how.
          </span>
          <div className={styles.actions}>
            <Button
              size="compact-sm"
              variant="default"
              loading={again.isPending}
              onClick={() => again.mutate({ params: { id: customer._id } })}
            >
              Resend link
            </Button>
          </div>
        </div>
      </Callout>
      <ReasonField value={reason} change={setReason} isRequired />
    </>
  )
}

function SameAccountNote({ customer, isOpen }: Pick<DialogProps, 'customer' | 'isOpen'>) {
  const { data = [] } = useSameAccount(isOpen && customer.accountID ? customer._id : null)
  if (data.length === 0) return null
  return (
    <Callout tone="warning" title="Another user has the same Account ID">
      <ul className={styles.differences}>
        {data.map((user) => (
          <li key={user._id}>
            {calledBy(user)}
            {user.isActive ? '' : ', pending'}
          </li>
        ))}
      </ul>
      Accept only if this applicant belongs to that business.
    </Callout>
  )
}

function IncompleteDialog({ customer, isOpen, close, missing }: DialogProps & { missing: string[] }) {
  const named = missing.filter(isUserField).map((field) => fieldLabels[field])
  return (
    <Confirm isOpen={isOpen} question={incompleteMessage} answer="" close={close}>
      <p>Missing for {calledBy(customer)}:</p>
      <ul className={`${text.bullets} ${styles.missing}`}>
        {named.map((label) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
      <ButtonLink to="/admin/customer/$id" params={{ id: customer._id }} search={{ complete: '1' }} onClick={close}>
        Complete the profile
      </ButtonLink>
    </Confirm>
  )
}

function RejectDialog({ customer, ...dialog }: DialogProps) {
  return (
    <ReasonDialog change={useRejectCustomer()} act="Reject" id={customer._id} {...dialog}>
      <p>The request of {calledBy(customer)} will be removed, and the applicant will get an email.</p>
    </ReasonDialog>
  )
}

function DeleteDialog({ customer, ...dialog }: DialogProps) {
  const { id, words, question } = usePersonChoice(customer)
  return (
    <ReasonDialog change={useDeleteUser()} act="Delete" id={id} {...dialog}>
      <PersonChoice question={question} />
      {words && <p>{words} will be signed out and cannot sign in again. Orders and invoices are kept.</p>}
    </ReasonDialog>
  )
}

function ConvertDialog({ customer, isOpen, close, gone }: DialogProps) {
  const { convert, isPending } = useConvertCustomer()
  const { id, words, question } = usePersonChoice(customer)
  return (
    <Confirm
      isOpen={isOpen}
      question="By continuing, you will convert this account into a sales-rep profile."
      answer="Continue"
      isDestructive
      isPending={isPending}
      isBlocked={id === null}
      confirm={() => id !== null && convert(id, { done: close, gone })}
      close={close}
    >
      <PersonChoice question={question} />
      {words && (
        <p>
          {words} will {question ? 'leave the business' : 'lose its contract prices'} and be signed out. This cannot be
          undone.
        </p>
      )}
    </Confirm>
  )
}

type Person = Omit<CustomerRow['people'][number], 'mayOrder'>

/** The active user that an action on a customer row applies to: the only one, or the one the admin chooses. */
const usePersonChoice = (customer: CustomerRow) => {
  const { people, countPeople, companyName } = customer
  const [id, choose] = useState('')
  // The list has only the first users, so load the rest.
  const { data: colleagues } = useColleagues(countPeople > people.length ? customer._id : null)
  const all: Person[] = colleagues
    ? [customer, ...colleagues.filter(({ isAdmin, isSalesRep }) => !isAdmin && !isSalesRep)]
    : people
  const active = all.filter(({ isActive }) => isActive)
  const isAsked = active.length > 1
  const person = active.find(({ _id }) => !isAsked || _id === id) ?? null
  return {
    id: person?._id ?? null,
    /** The user as named in the dialog. */
    words: person && (isAsked ? personWords(person) : calledBy({ ...person, companyName })),
    question: isAsked ? { label: `Which user of ${companyName || 'this business'}?`, active, id, choose } : null,
  }
}

const personWords = ({ name, lastName, email }: Person): string => `${`${name} ${lastName}`.trim()} (${email})`.trim()

/** Asks which user of the business to act on; empty if there is only one. */
function PersonChoice({ question }: Pick<ReturnType<typeof usePersonChoice>, 'question'>) {
  if (!question) return null
  const { label, active, id, choose } = question
  return (
    <NativeSelect
      label={label}
      required
      value={id}
      data={[
        { value: '', label: 'Choose a user' },
        ...active.map((person) => ({ value: person._id, label: personWords(person) })),
      ]}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}
