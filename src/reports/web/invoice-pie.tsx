import { PieChart } from '@mantine/charts'
import '@mantine/core/styles/ColorSwatch.css'
import '@mantine/charts/styles.css'
import { HatchPattern } from './hatch-pattern.tsx'

interface Props {
  /** In pixels. */
  size: number
  received: number
  unknown: number
  /** Pending payments, the least overdue first. */
  ages: { label: string; amount: number }[]
  format: (amount: number) => string
}

/** Hidden from screen readers, because the table next to it has the figures. */
export function InvoicePie({ size, received, unknown, ages, format }: Props) {
  const shown = [
    { name: 'Received', value: received, color: 'var(--mantine-primary-color-filled)' },
    ...ages.map(({ label, amount }, at) => ({ name: label, value: amount, color: `url(#pie-pending-${at})` })),
    { name: 'Unknown', value: unknown, color: 'url(#pie-unknown)' },
  ].filter(({ value }) => value > 0)
  return (
    <div aria-hidden="true">
      <PieChart
        size={size}
        data={shown}
        strokeColor="var(--mantine-color-dimmed)"
        strokeWidth={shown.length > 1 ? 1 : 0}
        withTooltip
        tooltipDataSource="segment"
        valueFormatter={format}
        accessibilityLayer={false}
        pieProps={{ isAnimationActive: false, rootTabIndex: -1, startAngle: 90, endAngle: -270 }}
      >
        <defs>
          {ages.map(({ label }, at) => (
            <HatchPattern key={label} id={`pie-pending-${at}`} color={`var(--age-${at})`} />
          ))}
          <pattern id="pie-unknown" width="5" height="5" patternUnits="userSpaceOnUse">
            <circle cx="2.5" cy="2.5" r="1.3" fill="var(--unknown)" />
          </pattern>
        </defs>
      </PieChart>
    </div>
  )
}
