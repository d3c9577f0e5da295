import { BarChart } from '@mantine/charts'
import '@mantine/core/styles/ColorSwatch.css'
import '@mantine/charts/styles.css'
import styles from './chart.module.css'
import { HatchPattern } from './hatch-pattern.tsx'

interface Props {
  /** One row per month: its name and the figure of each series. */
  data: Record<string, string | number>[]
  /** The first is filled and the second hatched, so that they can be told apart without color. */
  series: [string] | [string, string]
  format: (value: number) => string
  height?: number
}

/** Hidden from screen readers: show the same figures in a table. */
export function MonthBars({ data, series, format, height = 240 }: Props) {
  return (
    <div aria-hidden="true">
      {series.length > 1 && (
        <p className={styles.legend}>
          {series.map((name, at) => (
            <span key={name}>
              <span className={styles.swatch} data-hatched={at > 0 || undefined} />
              {name}
            </span>
          ))}
        </p>
      )}
      <BarChart
        h={height}
        data={data}
        dataKey="month"
        series={series.map((name, at) => ({ name, color: at === 0 ? 'var(--bar)' : 'var(--bar-before)' }))}
        valueFormatter={format}
        gridAxis="x"
        tickLine="none"
        maxBarWidth={36}
        barChartProps={{ accessibilityLayer: false }}
        barProps={({ name }) => ({
          isAnimationActive: false,
          radius: [2, 2, 0, 0] as [number, number, number, number],
          ...(name === series[1] && { fill: 'url(#hatch-before)', stroke: 'var(--bar-before)' }),
        })}
        yAxisProps={{ width: 56, tickFormatter: compact }}
        xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 4 }}
      >
        <defs>
          <HatchPattern id="hatch-before" color="var(--bar-before)" />
        </defs>
      </BarChart>
    </div>
  )
}

const short = new Intl.NumberFormat('en-US', { notation: 'compact' })
const compact = (value: number): string => short.format(value)
