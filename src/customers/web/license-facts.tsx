import { Stack } from '@mantine/core'
import text from '#web/ui/text.module.css'
import factStyles from '#web/ui/facts.module.css'
import { dayWords } from '#shared/day-words.ts'
import type { CustomerRow } from '../customer-shapes.ts'

/** All state boards of pharmacy, each with a license lookup. */
const registers = 'https://nabp.pharmacy/about/boards-of-pharmacy/'

interface Props {
  customer: Pick<
    CustomerRow,
    'license' | 'licenseType' | 'licenseName' | 'licenseExpiryDate' | 'licenseAddress' | 'shipto_state'
  >
}

/** Shows the license as entered by the applicant, with a link to the register to verify it. */
export function LicenseFacts({ customer }: Props) {
  const facts: [label: string, value: string | null][] = [
    ['License number', customer.license],
    ['Type', customer.licenseType],
    ['Issuing authority', customer.licenseName],
    ['Valid until', customer.licenseExpiryDate && dayWords(customer.licenseExpiryDate)],
    ['License address', customer.licenseAddress],
  ]
  const { shipto_state: state } = customer
  return (
    <Stack component="section" gap={8} aria-label="License">
      <dl className={factStyles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || <span className={text.dimmed}>Not provided</span>}</dd>
          </div>
        ))}
      </dl>
      <a href={registers} target="_blank" rel="noopener noreferrer">
        Verify with the {state ? `${state} ` : ''}board of pharmacy (opens in a new tab)
      </a>
    </Stack>
  )
}
