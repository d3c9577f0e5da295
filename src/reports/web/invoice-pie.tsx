import { PieChart } from '@mantine/charts'
import '@mantine/core/styles/ColorSwatch.css'
import '@mantine/charts/styles.css'
import { HatchPattern } from './hatch-pattern.tsx'

interface Props {
  parts: { name: string; amount: number; look: 'received' | 'pending' | 'unknown' }[]
  format: (amount: number) => string
}

const fills = {
  received: 'var(--mantine-primary-color-filled)',
  pending: 'url(#pie-pending)',
  unknown: 'url(#pie-unknown)',
}

/** Hidden from screen readers, because the table next to it has the figures. */
export function InvoicePie({ parts, format }: Props) {
  const shown = parts.filter(({ amount }) => amount > 0)
  return (
    <div aria-hidden="true">
      <PieChart
        size={180}
        data={shown.map(({ name, amount, look }) => ({ name, value: amount, color: fills[look] }))}
        strokeColor="var(--mantine-color-dimmed)"
        strokeWidth={shown.length > 1 ? 1 : 0}
        withTooltip
        tooltipDataSource="segment"
        valueFormatter={format}
        accessibilityLayer={false}
        pieProps={{ isAnimationActive: false, rootTabIndex: -1, startAngle: 90, endAngle: -270 }}
      >
        <defs>
          <HatchPattern id="pie-pending" color="var(--pending)" />
          <pattern id="pie-unknown" width="5" height="5" patternUnits="userSpaceOnUse">
            <circle cx="2.5" cy="2.5" r="1.3" fill="var(--unknown)" />
          </pattern>
        </defs>
      </PieChart>
    </div>
  )
}
