import { Button, Checkbox } from '@mantine/core'
import { Plus } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import type { Reply } from '#shared/endpoint.ts'
import { asDollars } from '#shared/money.ts'
import { readAmount } from '#shared/read-number.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { MoneyField } from '#web/ui/number-fields.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { approvals } from '../../approvals/contract.ts'
import { maxSteps } from '../../approvals/rule-shapes.ts'
import formStyles from '#web/form/form.module.css'
import styles from './approvals.module.css'
import { useSetSteps, useSteps } from './hooks.ts'
import { fullName } from '#shared/full-name.ts'
import { listNames } from '../../approvals/request-shapes.ts'

type Saved = Reply<typeof approvals.steps>

interface Props {
  /** Id of a user of the business. */
  of: string
  /** For staff, who can only view the steps. */
  isReadOnly?: boolean
}

/** The groups of a business that approve one after the other. */
export function StepsPanel({ of, isReadOnly = false }: Props) {
  const query = useSteps(of)
  return (
    <Panel title="Approval steps">
      <QueryStates query={query} skeleton={<Skeleton height="6rem" />}>
        {({ steps, choices }) =>
          isReadOnly ? (
            <StepsList steps={steps} />
          ) : (
            <StepsForm key={JSON.stringify(steps)} of={of} steps={steps} choices={choices} />
          )
        }
      </QueryStates>
    </Panel>
  )
}

const anyApprover = 'Any approver or manager can approve an order.'

function StepsList({ steps }: Pick<Saved, 'steps'>) {
  if (steps.length === 0) return <p className={styles.none}>{anyApprover}</p>
  return (
    <ol className={styles.reasons}>
      {steps.map(({ overAmount, approvers }, at) => (
        <li key={at}>
          {overAmount === null ? '' : `Over ${asDollars(overAmount)}: `}
          {listNames(approvers)}
        </li>
      ))}
    </ol>
  )
}

interface Typed {
  amount: string
  approverIds: string[]
}

const typedOf = (steps: Saved['steps']): Typed[] =>
  steps.map(({ overAmount, approvers }) => ({
    amount: overAmount === null ? '' : overAmount.toFixed(2),
    approverIds: approvers.map(({ _id }) => _id),
  }))

function StepsForm({ of, steps, choices }: Saved & { of: string }) {
  const [typed, setTyped] = useState(() => typedOf(steps))
  const [isTried, setIsTried] = useState(false)
  const unsaved = useUnsaved(() => JSON.stringify(typed) !== JSON.stringify(typedOf(steps)))
  const save = useSetSteps(() => unsaved.saved(() => {}))
  const change = (which: number, patch: Partial<Typed>) =>
    setTyped((now) => now.map((step, at) => (at === which ? { ...step, ...patch } : step)))
  const errors = typed.map(errorsOf)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (errors.some(({ amount, approvers }) => amount ?? approvers)) return
    const sent = typed.map(({ amount, approverIds }, at) => ({
      overAmount: at === 0 ? null : readAmount(amount),
      approverIds,
    }))
    save.mutate({ params: { id: of }, body: { steps: sent } })
  }
  return (
    <form className={styles.rules} noValidate onSubmit={submit} aria-label="Approval steps">
      {unsaved.question}
      <p className={formStyles.note}>
        {typed.length === 0
          ? `${anyApprover} Add steps to have groups approve one after the other.`
          : 'One person of each step approves, in this order. The last step places the order.'}
      </p>
      {typed.map((step, at) => (
        <fieldset key={at} className={styles.step}>
          <legend>Step {at + 1}</legend>
          {at > 0 && (
            <MoneyField
              label="Only for orders over"
              description="Leave empty for every order that needs approval."
              typed={step.amount}
              value={step.amount}
              error={isTried ? errors[at]?.amount : undefined}
              onChange={({ currentTarget }) => change(at, { amount: currentTarget.value })}
            />
          )}
          <Checkbox.Group
            label="Approvers"
            value={step.approverIds}
            error={isTried ? errors[at]?.approvers : undefined}
            onChange={(approverIds) => change(at, { approverIds })}
          >
            <div className={styles.rules}>
              {choices.map((person) => {
                const other = typed.findIndex(({ approverIds }, of) => of !== at && approverIds.includes(person._id))
                return (
                  <Checkbox
                    key={person._id}
                    value={person._id}
                    label={fullName(person)}
                    {...(other >= 0 && { disabled: true, description: `In step ${other + 1}` })}
                  />
                )
              })}
            </div>
          </Checkbox.Group>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => setTyped((now) => now.filter((_, which) => which !== at))}
          >
            Remove step {at + 1}
          </Button>
        </fieldset>
      ))}
      {typed.length < maxSteps && (
        <Button
          className={styles.add}
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => setTyped((now) => [...now, { amount: '', approverIds: [] }])}
        >
          Add a step
        </Button>
      )}
      <FormActions>
        <Button type="submit" loading={save.isPending}>
          Save steps
        </Button>
      </FormActions>
    </form>
  )
}

/** The first step has no amount field, so a step that becomes the first applies to every order. */
const errorsOf = ({ amount, approverIds }: Typed, at: number): { amount?: string; approvers?: string } => ({
  ...(at > 0 && amount.trim() && readAmount(amount) === null && { amount: 'Enter an amount, such as 500.00.' }),
  ...(approverIds.length === 0 && { approvers: 'Choose who approves this step.' }),
})
