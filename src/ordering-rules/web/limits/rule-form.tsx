import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import styles from '#web/form/form.module.css'
import { readPieces } from '#shared/read-number.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { AllocationRule } from '../../limits/contract.ts'
import { useRemoveAllocation, useSetAllocation } from './hooks.ts'

interface Props {
  productId: string
  rule: AllocationRule | null
}

const kinds = [
  { value: 'share', label: 'A share of its average orders' },
  { value: 'fixed', label: 'The same number for every business' },
]
const modes = [
  { value: 'prevent', label: 'Refuse the order' },
  { value: 'warn', label: 'Warn and accept the order' },
]

const typedOf = (rule: AllocationRule | null) => ({
  mode: rule?.mode ?? 'prevent',
  kind: rule && rule.fixed !== null ? 'fixed' : 'share',
  share: String(rule?.sharePercent ?? 100),
  fixed: String(rule?.fixed ?? ''),
  floor: String(rule?.floor ?? 0),
})

export function RuleForm({ productId, rule }: Props) {
  const [typed, setTyped] = useState(() => typedOf(rule))
  const [isTried, setIsTried] = useState(false)
  const unsaved = useUnsaved(() => JSON.stringify(typed) !== JSON.stringify(typedOf(rule)))
  const set = useSetAllocation(() => unsaved.saved(() => {}))
  const end = useRemoveAllocation()
  const change = (patch: Partial<typeof typed>) => setTyped((now) => ({ ...now, ...patch }))
  const isShare = typed.kind === 'share'
  const errors = errorsOf(typed)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (Object.keys(errors).length > 0) return
    set.mutate({
      params: { id: productId },
      body: {
        mode: typed.mode === 'warn' ? 'warn' : 'prevent',
        sharePercent: isShare ? readPieces(typed.share) : null,
        fixed: isShare ? null : readPieces(typed.fixed),
        floor: isShare ? (readPieces(typed.floor) ?? 0) : 0,
      },
    })
  }
  const numberField = (name: 'share' | 'fixed' | 'floor', label: string) => (
    <TextInput
      label={label}
      inputMode="numeric"
      value={typed[name]}
      error={isTried ? errors[name] : undefined}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <Panel title="Rule">
      <form className={styles.form} noValidate onSubmit={submit} aria-label="Rule">
        {unsaved.question}
        <div className={styles.fields}>
          <NativeSelect
            label="Monthly limit for each business"
            data={kinds}
            value={typed.kind}
            onChange={(event) => change({ kind: event.currentTarget.value })}
          />
          {isShare ? (
            <>
              {numberField('share', 'Percent of its three-month average')}
              {numberField('floor', 'Minimum units')}
            </>
          ) : (
            numberField('fixed', 'Units')
          )}
          <NativeSelect
            label="Over the limit"
            data={modes}
            value={typed.mode}
            onChange={(event) => change({ mode: event.currentTarget.value === 'warn' ? 'warn' : 'prevent' })}
          />
        </div>
        <FormActions
          beside={
            rule && (
              <ConfirmButton
                label="Remove allocation"
                question="Remove the allocation of this product?"
                answer="Remove"
                isDestructive
                isPending={end.isPending}
                confirm={(onSuccess) => end.mutate({ params: { id: productId } }, { onSuccess })}
              >
                <p>Its exceptions are removed too, and every business can order whatever is in stock.</p>
              </ConfirmButton>
            )
          }
        >
          <Button type="submit" loading={set.isPending}>
            {rule ? 'Save rule' : 'Allocate product'}
          </Button>
        </FormActions>
      </form>
    </Panel>
  )
}

const errorsOf = ({ kind, share, fixed, floor }: ReturnType<typeof typedOf>) => {
  const isWithin = (text: string, least: number, most: number) => {
    const pieces = readPieces(text)
    return pieces !== null && pieces >= least && pieces <= most
  }
  const isShare = kind === 'share'
  return {
    ...(isShare && !isWithin(share, 1, 1_000) && { share: 'Enter a whole number from 1 to 1,000.' }),
    ...(isShare && !isWithin(floor, 0, 1_000_000) && { floor: 'Enter a whole number, 0 or more.' }),
    ...(!isShare && !isWithin(fixed, 0, 1_000_000) && { fixed: 'Enter a whole number, 0 or more.' }),
  }
}
