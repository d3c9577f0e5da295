import { Button, NativeSelect } from '@mantine/core'
import { DayField } from '#web/form/day-field.tsx'
import formStyles from '#web/form/form.module.css'
import { LimitedArea, LimitedInput } from '#web/form/limited-text.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { PiecesField } from '#web/ui/number-fields.tsx'
import { readPieces } from '#shared/read-number.ts'
import { evaluateReturn, isNotInHand, missingIn, type ReturnedGoods, type ReturnRules } from '../check-return.ts'
import type { ReturnableLine } from '../contract.ts'
import { conditions, type PackageCondition, returnReasons, type ReturnReason } from '../return-shapes.ts'
import styles from './returns.module.css'

export interface LineEntry {
  key: string
  lineNo: number
  typed: string
  quantity: number
  reason: ReturnReason | ''
  words: string
  lot: string
  expiry: string
  condition: PackageCondition | ''
}

export const newEntry = (key: string, { lineNo }: ReturnableLine): LineEntry => ({
  key,
  lineNo,
  typed: '1',
  quantity: 1,
  reason: '',
  words: '',
  lot: '',
  expiry: '',
  condition: '',
})

/** What was entered; null without a reason. */
export const goodsOf = ({ reason, words, lot, expiry, condition }: LineEntry): ReturnedGoods | null => {
  if (reason === '') return null
  const isElsewhere = isNotInHand(reason)
  return {
    reason,
    words: words.trim(),
    lot: isElsewhere ? '' : lot.trim(),
    expiry: isElsewhere || expiry === '' ? null : expiry,
    condition: isElsewhere || condition === '' ? null : condition,
  }
}

const reasonChoices = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(returnReasons).map(([value, label]) => ({ value, label })),
]
const conditionChoices = [
  { value: '', label: 'Choose' },
  ...Object.entries(conditions).map(([value, label]) => ({ value, label })),
]

interface Props {
  entry: LineEntry
  line: ReturnableLine
  rules: ReturnRules
  /** Shows what is missing. */
  isChecked: boolean
  change: (patch: Partial<LineEntry>) => void
  remove: () => void
}

/** One reason for a quantity of a line, with the answer that the rules give. */
export function ReturnFields({ entry, line, rules, isChecked, change, remove }: Props) {
  const goods = goodsOf(entry)
  const missing = goods && missingIn(goods, line)
  const errorAt = (field: string) => isChecked && missing?.field === field && missing.message
  const answer = goods && (!missing || missing.field === 'words') ? evaluateReturn(goods, line, rules) : null
  const isTooMuch = entry.quantity > line.left
  return (
    <fieldset className={styles.entry} aria-label={`${line.name}, return`}>
      <div className={formStyles.fields}>
        <NativeSelect
          label="Reason"
          required
          data={reasonChoices}
          value={entry.reason}
          error={isChecked && entry.reason === '' && 'Choose a reason.'}
          onChange={({ currentTarget }) => change({ reason: currentTarget.value as LineEntry['reason'] })} // the options are the reasons
        />
        <PiecesField
          label="Quantity"
          required
          typed={entry.typed}
          value={entry.typed}
          error={quantityError(entry, line, { isChecked, isTooMuch })}
          onChange={({ currentTarget }) =>
            change({ typed: currentTarget.value, quantity: readPieces(currentTarget.value) ?? 0 })
          }
        />
        {goods && !isNotInHand(goods.reason) && (
          <>
            <NativeSelect
              label="Condition"
              required
              data={conditionChoices}
              value={entry.condition}
              error={errorAt('condition')}
              onChange={({ currentTarget }) => change({ condition: currentTarget.value as LineEntry['condition'] })} // as above
            />
            <LimitedInput
              label="Lot"
              required={line.isPrescription}
              most={40}
              autoComplete="off"
              value={entry.lot}
              error={errorAt('lot')}
              onChange={({ currentTarget }) => change({ lot: currentTarget.value })}
            />
            <DayField
              label="Expiry date"
              required={line.isPrescription}
              value={entry.expiry}
              error={errorAt('expiry')}
              onChange={({ currentTarget }) => change({ expiry: currentTarget.value })}
            />
          </>
        )}
      </div>
      <LimitedArea
        label={goods?.reason === 'wrong' ? 'What did you receive instead?' : 'Description'}
        required={goods?.reason === 'wrong' || goods?.reason === 'other'}
        most={1_000}
        autosize
        minRows={2}
        value={entry.words}
        error={errorAt('words')}
        onChange={({ currentTarget }) => change({ words: currentTarget.value })}
      />
      <output>
        {answer && (
          <Callout tone={answer.isRefused ? 'warning' : 'plain'} role="note" title={answer.why}>
            {answer.next}
          </Callout>
        )}
      </output>
      <div>
        <Button size="xs" variant="subtle" aria-label={`Remove: ${line.name}`} onClick={remove}>
          Remove
        </Button>
      </div>
    </fieldset>
  )
}

const quantityError = (
  { quantity }: LineEntry,
  { left }: ReturnableLine,
  { isChecked, isTooMuch }: { isChecked: boolean; isTooMuch: boolean },
): string | false => {
  if (isTooMuch) return `Only ${left} can be returned or reported.`
  return isChecked && quantity < 1 && 'Enter a quantity.'
}
