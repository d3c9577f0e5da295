import { Button, Checkbox } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { readAmount, readPieces } from '#shared/read-number.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { MoneyField, PiecesField } from '#web/ui/number-fields.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { hasRules, type Rules } from '../../approvals/rule-shapes.ts'
import formStyles from '#web/form/form.module.css'
import styles from './approvals.module.css'
import { useRules, useSetRules } from './hooks.ts'

interface Props {
  /** Id of a user of the business. */
  of: string
  /** For staff, who can only view the rules. */
  isReadOnly?: boolean
}

/** The approval rules of a business. */
export function RulesPanel({ of, isReadOnly = false }: Props) {
  const rules = useRules(of)
  return (
    <Panel title="Orders that need approval">
      <p className={formStyles.note}>
        {isReadOnly
          ? 'Managed by the business. Orders that you place for it don’t need approval.'
          : 'Orders that meet any of these conditions need approval. Approvers and managers don’t need approval.'}
      </p>
      <QueryStates query={rules} skeleton={<Skeleton height="12rem" />}>
        {(kept) =>
          isReadOnly && !hasRules(kept) ? (
            <p className={styles.none}>No conditions: no order needs approval.</p>
          ) : (
            <RulesForm key={JSON.stringify(kept)} of={of} kept={kept} isReadOnly={isReadOnly} />
          )
        }
      </QueryStates>
    </Panel>
  )
}

const typedOf = ({ overAmount, overLines, ...flags }: Rules) => ({
  ...flags,
  hasAmount: overAmount !== null,
  amount: overAmount === null ? '' : overAmount.toFixed(2),
  hasLines: overLines !== null,
  lines: overLines === null ? '' : String(overLines),
})
type Typed = ReturnType<typeof typedOf>

const flags = [
  ['isForCold', 'Refrigerated or frozen products'],
  ['isForControlled', 'Controlled substances (schedules II to V)'],
  ['isForNew', 'Products that the business has not ordered before'],
] as const

function RulesForm({ of, kept, isReadOnly }: { of: string; kept: Rules; isReadOnly: boolean }) {
  const [typed, setTyped] = useState(() => typedOf(kept))
  const [isTried, setIsTried] = useState(false)
  const unsaved = useUnsaved(() => JSON.stringify(typed) !== JSON.stringify(typedOf(kept)))
  const save = useSetRules(() => unsaved.saved(() => {}))
  const change = (patch: Partial<Typed>) => setTyped((now) => ({ ...now, ...patch }))
  const errors = errorsOf(typed)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (errors.amount ?? errors.lines) return
    const { isForCold, isForControlled, isForNew } = typed
    const overAmount = typed.hasAmount ? readAmount(typed.amount) : null
    const overLines = typed.hasLines ? readPieces(typed.lines) : null
    save.mutate({ params: { id: of }, body: { overAmount, overLines, isForCold, isForControlled, isForNew } })
  }
  return (
    <form className={styles.rules} noValidate onSubmit={submit} aria-label="Orders that need approval">
      {unsaved.question}
      <div className={styles.rule}>
        <Checkbox
          label="Total over …"
          checked={typed.hasAmount}
          disabled={isReadOnly}
          onChange={(event) => change({ hasAmount: event.currentTarget.checked })}
        />
        {typed.hasAmount && (
          <MoneyField
            label="Amount"
            typed={typed.amount}
            value={typed.amount}
            readOnly={isReadOnly}
            error={isTried ? errors.amount : undefined}
            onChange={(event) => change({ amount: event.currentTarget.value })}
          />
        )}
      </div>
      <div className={styles.rule}>
        <Checkbox
          label="More than … lines"
          checked={typed.hasLines}
          disabled={isReadOnly}
          onChange={(event) => change({ hasLines: event.currentTarget.checked })}
        />
        {typed.hasLines && (
          <PiecesField
            label="Number of lines"
            typed={typed.lines}
            value={typed.lines}
            readOnly={isReadOnly}
            error={isTried ? errors.lines : undefined}
            onChange={(event) => change({ lines: event.currentTarget.value })}
          />
        )}
      </div>
      {flags.map(([name, label]) => (
        <Checkbox
          key={name}
          label={label}
          checked={typed[name]}
          disabled={isReadOnly}
          onChange={(event) => change({ [name]: event.currentTarget.checked })}
        />
      ))}
      {!isReadOnly && (
        <FormActions>
          <Button type="submit" loading={save.isPending}>
            Save rules
          </Button>
        </FormActions>
      )}
    </form>
  )
}

const errorsOf = ({ hasAmount, amount, hasLines, lines }: Typed): { amount?: string; lines?: string } => {
  const count = readPieces(lines)
  return {
    ...(hasAmount && readAmount(amount) === null && { amount: 'Enter an amount, such as 500.00.' }),
    ...(hasLines && (count === null || count < 1 || count > 500) && { lines: 'Enter a whole number from 1 to 500.' }),
  }
}
