import './us-map.css'

/** Orders by state and the color mode, from the frame's URL. */
const figures = new URLSearchParams(location.hash.slice(1))
const ordersTo = (state: string): number => Number(figures.get(state) ?? 0)

const { format } = new Intl.NumberFormat('en-US')

const maxClasses = 5

/** At most five classes with about equally many distinct values; none is empty. */
const classesFor = (values: readonly number[]): { from: number; to: number }[] => {
  const different = [...new Set(values)].toSorted((one, other) => one - other)
  const count = Math.min(maxClasses, different.length)
  return Array.from({ length: count }, (_, at) => {
    const those = different.slice(
      Math.round((at * different.length) / count),
      Math.round(((at + 1) * different.length) / count),
    )
    return { from: those[0] ?? 0, to: those.at(-1) ?? 0 }
  })
}

const classes = classesFor([...figures.keys()].map(ordersTo).filter((orders) => orders > 0))
const levelOf = (orders: number): string =>
  String(maxClasses - classes.length + 1 + classes.findIndex(({ to }) => orders <= to))

const entry = (label: string, level?: string): HTMLElement => {
  const item = document.createElement('li')
  const swatch = document.createElement('span')
  if (level) swatch.dataset['level'] = level
  item.append(swatch, label)
  return item
}

const rangeOf = ({ from, to }: { from: number; to: number }): string =>
  from === to ? format(to) : `${format(from)}–${format(to)}`

for (const path of document.querySelectorAll('path')) {
  const orders = ordersTo(path.id)
  if (orders > 0) path.dataset['level'] = levelOf(orders)
  path.firstElementChild?.append(`: ${format(orders)} ${orders === 1 ? 'order' : 'orders'}`)
}
for (const text of document.querySelectorAll('text')) {
  const orders = ordersTo(text.dataset['state'] ?? '')
  if (orders <= 0) continue
  text.dataset['level'] = levelOf(orders)
  text.textContent = format(orders)
}
document.querySelector('.legend')?.append(entry('None'), ...classes.map((one) => entry(rangeOf(one), levelOf(one.to))))
document.documentElement.dataset['mode'] = figures.get('mode') === 'dark' ? 'dark' : 'light'
